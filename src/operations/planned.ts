// Operations of the specification that are not built yet: they answer OPERATION_NOT_AVAILABLE.
// Name → part of the specification. A name leaves this table when its operation is exported.
export const PLANNED: { readonly [name: string]: string } = Object.freeze({
  get_report: '4.12',
});
