/** Provides a plain API server client for the contract tests. It returns responses unchanged. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import path from 'node:path';
import { parse } from 'yaml';
import { isJsonObject, getList, getMap, getString } from '#simulator/store/kubeObject.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';

export interface Reply {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Body parsed as JSON. Empty if it isn't a JSON object. */
  readonly body: JsonObject;
}

export interface Ask {
  readonly body?: unknown;
  /** Body to send unchanged. */
  readonly raw?: string | Buffer;
  readonly type?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface WatchEvent {
  readonly type: string;
  readonly object: JsonObject;
}

export interface Stream {
  readonly code: number;
  /** Returns the next event, or undefined if the stream has ended. */
  readonly next: () => Promise<WatchEvent | undefined>;
  /** Returns the next line unchanged, for logs, or undefined if the stream has ended. */
  readonly line: () => Promise<string | undefined>;
  readonly close: () => void;
}

/** Server address, CA, and token of a client. */
export interface Identity {
  readonly url: string;
  readonly ca: string;
  readonly token: string | undefined;
}

export class Client {
  readonly #identity: Identity;
  readonly #agent: Agent;

  constructor(identity: Identity) {
    this.#identity = identity;
    this.#agent = new Agent({ keepAlive: true, ca: identity.ca });
  }

  /** Returns a client for the same server with another token. */
  as(token: string | undefined): Client {
    return new Client({ ...this.#identity, token });
  }

  async ask(method: string, where: string, ask: Ask = {}): Promise<Reply> {
    const incoming = await this.#send(method, where, ask);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) if (chunk instanceof Buffer) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    return { code: incoming.statusCode ?? 0, headers: incoming.headers, text, body: parsed(text) };
  }

  get = (where: string, ask?: Ask): Promise<Reply> => this.ask('GET', where, ask);
  post = (where: string, body: unknown, ask?: Ask): Promise<Reply> => this.ask('POST', where, { ...ask, body });
  put = (where: string, body: unknown): Promise<Reply> => this.ask('PUT', where, { body });
  delete = (where: string, body?: unknown): Promise<Reply> =>
    this.ask('DELETE', where, body === undefined ? {} : { body });
  patch = (where: string, kind: 'json' | 'merge' | 'strategic-merge', body: unknown): Promise<Reply> =>
    this.ask('PATCH', where, { body, type: `application/${kind}-patch+json` });
  apply = (where: string, body: unknown): Promise<Reply> =>
    this.ask('PATCH', where, { body, type: 'application/apply-patch+yaml' });

  async watch(where: string, ask: Ask = {}): Promise<Stream> {
    const incoming = await this.#send('GET', where, ask);
    const lines = linesOf(incoming);
    const line = async (): Promise<string | undefined> => {
      const next = await lines.next();
      return next.done === true ? undefined : next.value;
    };
    return {
      code: incoming.statusCode ?? 0,
      line,
      next: async () => {
        const text = await line();
        if (text === undefined) return undefined;
        const event = parsed(text);
        return { type: getString(event, 'type') ?? '', object: getMap(event, 'object') };
      },
      close: () => incoming.destroy(),
    };
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    method: string,
    where: string,
    { body, raw, type = 'application/json', accept, headers = {} }: Ask,
  ): Promise<IncomingMessage> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const { token, url } = this.#identity;
      const outgoing = request(
        new URL(where, url),
        {
          method,
          agent: this.#agent,
          headers: {
            'user-agent': 'contract/1.0',
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(payload === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
            accept: accept ?? 'application/json',
            ...headers,
          },
        },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }
}

async function* linesOf(incoming: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  incoming.setEncoding('utf8');
  try {
    for await (const chunk of incoming) {
      const parts = `${rest}${String(chunk)}`.split('\n');
      rest = parts.pop() ?? '';
      yield* parts.filter((part) => part !== '');
    }
  } catch {
    // Either side closed the connection. Both end the stream.
  }
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the server address, CA, and token of each context of a kubeconfig, by context name. */
export function identitiesOf(kubeconfig: string, folder: string): ReadonlyMap<string, Identity> {
  const config: unknown = parse(kubeconfig);
  const named = (list: string, name: string, what: string): JsonObject =>
    getMap(
      getList(config, list).find((each) => getString(each, 'name') === name),
      what,
    );
  return new Map(
    getList(config, 'contexts').map((context) => {
      const cluster = named('clusters', getString(context, 'context', 'cluster') ?? '', 'cluster');
      const user = named('users', getString(context, 'context', 'user') ?? '', 'user');
      const data = getString(cluster, 'certificate-authority-data');
      const file = getString(cluster, 'certificate-authority');
      const ca =
        data === undefined
          ? readFileSync(path.resolve(folder, file ?? ''), 'utf8')
          : Buffer.from(data, 'base64').toString();
      return [
        getString(context, 'name') ?? '',
        { url: getString(cluster, 'server') ?? '', ca, token: getString(user, 'token') },
      ];
    }),
  );
}

/** Returns the current context of a kubeconfig. */
export function currentContext(kubeconfig: string): string {
  return getString(parse(kubeconfig), 'current-context') ?? '';
}
