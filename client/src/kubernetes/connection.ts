/**
 * What is asked of a cluster, and what can come of it. Errors are values here: nothing of it throws or rejects, but for
 * faults of this program.
 */
import type { Result } from '#core/common/result.ts';

/**
 * Why a request came to nothing. `message` is one line, fit to be shown: no tokens, no headers, no bodies of others.
 */
export interface ApiProblem {
  readonly kind:
    /** 401 after the credentials were read anew; or there are none. */
    | 'unauthorized'
    | 'forbidden'
    | 'notFound'
    | 'conflict'
    /** 422, 400: what was sent is not taken. */
    | 'invalid'
    /** 410: the version asked for is no longer known; list again. */
    | 'gone'
    /** 429 and 503 that say when to come again. */
    | 'tooMany'
    /** Other statuses of 500 and more. */
    | 'server'
    /** No connection, or it broke. */
    | 'network'
    /** The certificate is not trusted, or not of this host. */
    | 'tls'
    /** No answer in time; no byte in time. */
    | 'timeout'
    /** Whoever asked has lost interest. */
    | 'aborted'
    /** What came is not what an API server says: a proxy's page, cut JSON, too much. */
    | 'badAnswer'
    /** Nothing was sent: the kubeconfig, or a program that it names, gives no credentials. */
    | 'credentials'
    /** Nothing was sent: nothing may be changed (`osc.readOnly`). */
    | 'readOnly';
  readonly message: string;
  /**
   * The message without its advice, for who has other: of the network what stands before a colon, of a certificate a
   * sentence.
   */
  readonly brief?: string;
  readonly status?: number;
  /**
   * `reason` of the Status object: `Expired`, `NotFound`, `AlreadyExists`, ...; or `tooLarge` if the response exceeds a
   * size limit.
   */
  readonly reason?: string;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter?: number;
  /** The Status object, for those who show causes. */
  readonly details?: unknown;
}

export type ApiResult<T> = Result<T, ApiProblem>;

export interface AskOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly signal?: AbortSignal;
  /**
   * Milliseconds until the whole answer must be there, of a stream until it begins; 30 s. Getting credentials first may
   * take longer: somebody may have to log in.
   */
  readonly timeout?: number;
  /** `application/json`; `application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`. */
  readonly accept?: string;
  /**
   * Called with the approximate memory in bytes of each received part. If it returns false, the memory limit is reached
   * and the request fails.
   */
  readonly charge?: (bytes: number) => boolean;
}

export interface SendOptions extends AskOptions {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** `application/json`; of a patch `application/merge-patch+json`, `application/apply-patch+yaml`. */
  readonly contentType?: string;
}

export interface StreamOptions extends AskOptions {
  /** Called for every whole line, in order; must not throw. */
  readonly onLine: (line: string) => void;
  /** Asked while lines come in: no more are read until this resolves; undefined: they go on. Must not reject. */
  readonly room?: () => Promise<void> | undefined;
  /** Called once, when the server has begun to answer. */
  readonly onOpen?: () => void;
  /** Milliseconds without a byte after which the other side counts as gone: half-open connections. */
  readonly idle: number;
}

/** Another host of the same cluster: what stands behind a Route. */
export interface RouteHostOptions {
  /** `https://host` or `https://host:port`: nothing else gets a token. */
  readonly origin: string;
  /** Who may vouch for it, besides the authority of the kubeconfig and those of this machine. PEM. */
  readonly authorities: readonly string[];
  /** Shown instead of the user's; asked for each request. */
  readonly token?: () => string;
}

/** One that only reads: where a kept connection was broken, it is sent again. */
export interface HostRequest {
  readonly method: 'GET' | 'POST';
  /** Begins with a slash; may have a query. */
  readonly path: string;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it is, as JSON; instead of a form. */
  readonly json?: string;
  /** Besides those of the host: those of a signature. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Milliseconds until the whole answer must be there. */
  readonly timeout: number;
  /** Bytes of an answer. */
  readonly most: number;
}

/** Whatever the status: what it means is not that of an API server. */
export interface HostAnswer {
  readonly status: number;
  /** Of `Content-Type`. */
  readonly type: string;
  /** The host that it sends us on to; redirects are not followed. */
  readonly sentOnTo?: string;
  /** Of `Date`: what its clock says. */
  readonly date?: string;
  /** Of `Retry-After`. */
  readonly retryAfter?: string;
  /** Without the token. */
  readonly body: string;
}

export interface HttpHost {
  /** A problem of the kind `credentials` with the reason `NoToken`: the user logs in without one. */
  request(request: HostRequest): Promise<ApiResult<HostAnswer>>;
  close(): void;
}

/** Who asks whom. Equal identities share one connection. No secrets. */
export interface ConnectionIdentity {
  readonly context: string;
  readonly server: string;
  readonly user: string;
  readonly namespace?: string;
}

/** One cluster, as one user, over one agent of kept-alive connections. */
export interface Connection {
  readonly identity: ConnectionIdentity;
  /** A GET whose answer is JSON. */
  ask(path: string, options?: AskOptions): Promise<ApiResult<unknown>>;
  /** Anything else. */
  send(path: string, options: SendOptions): Promise<ApiResult<unknown>>;
  /** A GET whose answer comes line by line until the server ends it (`ok`), it breaks, or `signal` says so. */
  stream(path: string, options: StreamOptions): Promise<ApiResult<void>>;
  /**
   * Removes the credentials of this connection from text of its server, in any encoding. For messages about a stream.
   */
  withoutCredentials?(text: string): string;
  /**
   * The user asks: credentials that the server refuses are made anew at once. Without it, a login program whose fresh
   * ones were refused is not run again.
   */
  allowRenewal?(): void;
  /**
   * Another host, which is shown the bearer token of the user and nothing else of the login: no certificate, no
   * password. Its certificate is always checked. Nobody holds the token but the connection.
   */
  otherHost?(options: RouteHostOptions): HttpHost;
  close(): void;
}
