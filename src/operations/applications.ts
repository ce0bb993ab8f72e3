// Applications that the back office opens in a frame, and calls that are forwarded to them.
import {
  applicationNamed,
  deleteApplication,
  issueLogin,
  livingLogins,
  revokeLogins,
  tokenId,
  userOfToken,
} from '../domain/accounts/application-login.ts';
import { userNamed } from '../domain/accounts/find-user.ts';
import { logIn } from '../domain/accounts/log-in.ts';
import type { HttpAnswer } from '../kernel/http-call.ts';
import type { Json } from '../kernel/json.ts';
import { atOnce } from '../kernel/many.ts';
import { Type, int, json, optional, text } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { mayChangeAccount } from './access/levels.ts';
import { read, write } from './context/operation.ts';
import { digestOf, newToken } from './access/tokens.ts';
import { viewLogin } from './views/user.ts';
import { InstantlyLoggedIn } from './replies/users.ts';
import { done } from './replies/plain.ts';
import {
  SUCCESS,
  dateTime as dateTimeMember,
  id,
  list,
  record,
  reply,
  text as textMember,
  whole,
} from './replies/members.ts';
import { dateTime } from './views/format.ts';

export const instant_login = write({
  area: 'applications',
  summary: 'Logs the back-office user of an application’s token in to a new session.',
  credential: 'licence',
  session: 'none',
  params: {
    token: text('token that the frame was opened with'),
    application_token: text('the application’s own token'),
  },
  handle: ({ token, application_token: own }, { shop }) => {
    const userId = userOfToken(shop, digestOf(token), digestOf(own));
    return userId.ok ? mapOk(logIn(shop, userId.value, 0), (session) => ({ userId: userId.value, session })) : userId;
  },
  refusals: ['USER_NOT_FOUND', 'USER_NOT_VERIFIED', 'USER_LOCKED', 'LOGIN_TOKEN_INVALID'],
  reply: InstantlyLoggedIn,
  view: ({ userId, session }, { shop, service }) => {
    const code = service.codes.code(session);
    return { ...viewLogin(userId, shop.read('user', userId)!, code), remote_session: code };
  },
});

const asField = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** The shop's own fields win over `args`, so a call cannot pretend to be another one. */
const formOf = (args: { readonly [name: string]: unknown }, own: { readonly [name: string]: string }): string =>
  new URLSearchParams(
    [...Object.entries(args).filter(([name]) => !Object.hasOwn(own, name)), ...Object.entries(own)].map(
      ([name, value]): [string, string] => [name, asField(value)],
    ),
  ).toString();

const JSON_OBJECT = json(Type.Record(Type.String(), Type.Unknown()));

/** Refuses: APPLICATION_FAILED. */
const replyOf = (application: string, answer: HttpAnswer): Result<{ readonly [member: string]: Json }> => {
  const failed = (why: string): Result<never> =>
    refuse('APPLICATION_FAILED', application, `The application did not answer as it should: ${why}.`);
  if (!answer.ok) return failed(answer.detail);
  if (answer.status !== 200) return failed(`status ${answer.status}`);
  const read = JSON_OBJECT.read(new TextDecoder().decode(answer.bytes), 'answer');
  return read.ok ? ok(read.value as { readonly [member: string]: Json }) : failed('no JSON object');
};

const NOT_GIVEN = 'The application is not given to this channel; the setting applicationChannels does that.';

export const application_api_call = read({
  area: 'applications',
  leaks: 'all',
  summary: 'Forwards a call to an application; its answer, a JSON object, is the reply.',
  credential: 'licence',
  session: 'none',
  slow: 'applications',
  params: {
    application: text('name of the application'),
    app_request: text('request, as the application names it'),
    args: optional(json(Type.Record(Type.String(), Type.Unknown(), { description: 'further fields of the call' })), {}),
  },
  refusals: ['APPLICATION_NOT_FOUND', 'APPLICATION_FAILED'],
  reply: Type.Record(Type.String(), Type.Unknown(), { description: 'the application’s answer, a JSON object' }),
  view: ({ application, app_request: request, args }, { shop, service, username, channelId }) => {
    const { forward, tokenOf, isGiven } = service.accounts.applications;
    // Before the name is looked up: a channel learns nothing about applications that are not its own (D222).
    if (!isGiven(application, shop.read('channel', channelId)?.name ?? ''))
      return refuse('PERMISSION_DENIED', 'application', NOT_GIVEN);
    const known = applicationNamed(shop, application);
    if (!known.ok) return known;
    const { url, nonce } = known.value[1];
    const form = formOf(args, { request, username: username.split('_')[0]!, token: tokenOf(nonce) });
    return forward(new URL('srv/service/', url).href, form).then((answer) => replyOf(application, answer));
  },
});

const Application = record('Application', 'An application of the back office.', {
  name: textMember('name'),
  url: textMember('page that the back office opens'),
  creation_date: dateTimeMember('when it was registered'),
  tokens: whole('login tokens that hold'),
});

export const get_applications = read({
  area: 'applications',
  isExtension: true,
  summary: 'All applications, without their tokens.',
  credential: 'secret',
  session: 'none',
  params: {},
  reply: reply('applications', { applications: list(Application, 'all applications, in the order of registration') }),
  view: (_args, { shop }) => {
    shop.trackAbsence('application');
    const ids = atOnce(shop.index('application').byName.all(), 'made by hand').toSorted((a, b) => a - b);
    const applications = ids.map((applicationId) => {
      const state = shop.read('application', applicationId)!;
      const { name, url, createdMs } = state;
      return { name, url, creation_date: dateTime(createdMs), tokens: livingLogins(shop, state).length };
    });
    return ok({ object: 'applications', applications } as const);
  },
});

const LoginToken = record('LoginToken', 'A token with which an application logs a user in.', {
  id: textMember('what revoke_application_tokens calls it; the token itself is shown to nobody'),
  id_user: id('user id'),
  username: textMember('username'),
  end_date: dateTimeMember('until when it holds'),
});

export const get_application_tokens = read({
  area: 'applications',
  isExtension: true,
  summary: 'The login tokens of an application that hold, without the tokens themselves.',
  credential: 'secret',
  session: 'none',
  params: { application: text('name of the application') },
  refusals: ['APPLICATION_NOT_FOUND'],
  reply: reply('application_tokens', { tokens: list(LoginToken, 'tokens in the order in which they were issued') }),
  view: ({ application }, { shop }) =>
    mapOk(applicationNamed(shop, application), ([, state]) => {
      const tokens = livingLogins(shop, state).map(({ digest, userId, expiresMs }) => ({
        id: tokenId(digest),
        id_user: userId,
        username: shop.read('user', userId)?.username ?? '',
        end_date: dateTime(expiresMs),
      }));
      return { object: 'application_tokens', tokens } as const;
    }),
});

export const create_application_token = write({
  area: 'applications',
  isExtension: true,
  summary: 'A token with which an application logs a user of the back office in for 24 hours; it is shown this once.',
  credential: 'secret',
  session: 'none',
  secret: true,
  params: { application: text('name of the application'), username: text('manager or administrator') },
  handle: ({ application, username }, ctx) => {
    const { shop } = ctx;
    const known = userNamed(shop, username);
    const may = known === undefined ? DONE : mayChangeAccount(ctx, ...known, 'username');
    if (!may.ok) return may;
    const { token, digest } = newToken(shop);
    return mapOk(issueLogin(shop, application, username, digest), () => ({ token, digest }));
  },
  refusals: ['APPLICATION_NOT_FOUND', 'USER_NOT_FOUND'],
  reply: reply('create_application_token', {
    status: SUCCESS,
    token: textMember('the token; it is shown this once'),
    id: textMember('what get_application_tokens and revoke_application_tokens call it'),
  }),
  view: ({ token, digest }) =>
    ({ object: 'create_application_token', status: 'success', token, id: tokenId(digest) }) as const,
});

export const revoke_application_tokens = write({
  area: 'applications',
  isExtension: true,
  summary: 'Ends login tokens of an application: all, those of a user, or one.',
  credential: 'secret',
  session: 'none',
  params: {
    application: text('name of the application'),
    id_user: optional(int('user id; absent: of every user', { min: 1 }), undefined),
    id: optional(text('of one token, as get_application_tokens shows it; absent: all'), undefined),
  },
  handle: ({ application, id_user: userId, id: token }, { shop }) =>
    revokeLogins(shop, application, { userId, id: token }),
  refusals: ['APPLICATION_NOT_FOUND'],
  reply: reply('revoke_application_tokens', { status: SUCCESS, count: whole('tokens that were ended') }),
  view: (count) => ({ object: 'revoke_application_tokens', status: 'success', count }) as const,
});

export const delete_application = write({
  area: 'applications',
  isExtension: true,
  summary: 'Ends an application and its login tokens; its name may be used again.',
  credential: 'secret',
  session: 'none',
  params: { application: text('name of the application') },
  handle: ({ application }, { shop }) => deleteApplication(shop, application),
  refusals: ['APPLICATION_NOT_FOUND'],
  ...done('delete_application'),
});
