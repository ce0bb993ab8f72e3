// An application: an extension of the back office, opened in a frame with a login token (D152). Its own token is
// derived from its nonce and the store's key, because calls that are forwarded to it carry it. Of login tokens only
// digests are stored.
import { refuse } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { list, schema } from '../schema.ts';
import { UniqueIndex } from '../unique-index.ts';

interface LoginToken {
  readonly digest: string;
  readonly userId: number;
  /** The user's at the time; a changed password ends the token, too. */
  readonly loginGeneration: number;
  readonly expiresMs: number;
}

const LOGIN_TOKEN = schema<LoginToken>({ digest: '', userId: 0, loginGeneration: 0, expiresMs: 0 });

export interface Application {
  createdMs: number;
  name: string;
  /** Base URL; the endpoint is at `srv/service/` below it. */
  url: string;
  nonce: string;
  /** Digest of the application's own token. */
  tokenDigest: string;
  /** Reusable until they expire. */
  logins: readonly LoginToken[];
}

export type ApplicationCommand =
  | {
      readonly type: 'add_application';
      readonly name: string;
      readonly url: string;
      readonly nonce: string;
      readonly tokenDigest: string;
    }
  | {
      readonly type: 'issue_login';
      readonly digest: string;
      readonly userId: number;
      readonly loginGeneration: number;
    }
  | { readonly type: 'revoke_logins'; readonly digests: readonly string[] }
  | { readonly type: 'delete_application' };

const EVENTS = {
  application_added: { name: '', url: '', nonce: '', tokenDigest: '' },
  application_login_issued: { digest: '', userId: 0, loginGeneration: 0, expiresMs: 0 },
  application_logins_revoked: { digests: [] as readonly string[] },
  application_deleted: {},
};

/** Bounds the row. */
const LOGINS_MAX = 1000;
const TOKEN_MS = 86_400_000;

export interface ApplicationIndex {
  readonly byName: UniqueIndex;
  /** Digest of its own token → application. */
  readonly byToken: UniqueIndex;
}

export const application: ActorKind<Application, ApplicationCommand, typeof EVENTS, ApplicationIndex> = {
  kind: 'application',
  state: schema<Application>({
    createdMs: 0,
    name: '',
    url: '',
    nonce: '',
    tokenDigest: '',
    logins: list(LOGIN_TOKEN),
  }),
  audit: { hidden: ['nonce', 'tokenDigest', 'logins'] },
  events: EVENTS,
  ends: 'application_deleted',
  decide(state, command, atMs) {
    switch (command.type) {
      case 'add_application': {
        const { name, url, nonce, tokenDigest } = command;
        return decided({ type: 'application_added', name, url, nonce, tokenDigest });
      }
      case 'issue_login': {
        if (living(state, atMs).length >= LOGINS_MAX)
          return refuse(
            'PARAMETER_INVALID',
            'application',
            `An application has at most ${LOGINS_MAX} login tokens at a time.`,
          );
        const { digest, userId, loginGeneration } = command;
        const expiresMs = atMs + TOKEN_MS;
        return decided({ type: 'application_login_issued', digest, userId, loginGeneration, expiresMs });
      }
      case 'revoke_logins':
        return command.digests.length === 0
          ? decided()
          : decided({ type: 'application_logins_revoked', digests: command.digests });
      case 'delete_application':
        return decided({ type: 'application_deleted' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'application_added':
        state.createdMs = atMs;
        state.name = event.name;
        state.url = event.url;
        state.nonce = event.nonce;
        state.tokenDigest = event.tokenDigest;
        return;
      case 'application_login_issued': {
        const { digest, userId, loginGeneration, expiresMs } = event;
        state.logins = [...living(state, atMs), { digest, userId, loginGeneration, expiresMs }];
        return;
      }
      case 'application_logins_revoked': {
        const revoked = new Set(event.digests);
        state.logins = state.logins.filter(({ digest }) => !revoked.has(digest));
        return;
      }
      case 'application_deleted':
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    create: () => ({ byName: new UniqueIndex(), byToken: new UniqueIndex() }),
    add(index, id, { name, tokenDigest }) {
      index.byName.add(name, id);
      index.byToken.add(tokenDigest, id);
    },
    remove(index, id, { name, tokenDigest }) {
      index.byName.remove(name, id);
      index.byToken.remove(tokenDigest, id);
    },
  },
};

/** A token that was issued ahead of the present time, before a step back of time, has ended as well. */
export const isLiving = ({ expiresMs }: LoginToken, atMs: number): boolean =>
  atMs < expiresMs && expiresMs <= atMs + TOKEN_MS;

const living = ({ logins }: Application, atMs: number): readonly LoginToken[] =>
  logins.filter((login) => isLiving(login, atMs));

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly application: typeof application;
  }
}
