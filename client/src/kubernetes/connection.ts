/**
 * Defines requests to a cluster and their results. Errors are values: a request throws or rejects only because of a bug
 * in the extension.
 */
import type { Result } from '#core/common/result.ts';

/**
 * The reason a request failed. `message` is one line that is safe to show: it contains no tokens, headers, or response
 * bodies.
 */
export interface ApiProblem {
  readonly kind:
    /** The server returned 401 even after the credentials were renewed, or there are no credentials. */
    | 'unauthorized'
    | 'forbidden'
    | 'notFound'
    | 'conflict'
    /** 422 or 400. The server rejected the request content. */
    | 'invalid'
    /** 410. The requested resource version has expired. List again. */
    | 'gone'
    /** 429, or 503 with a Retry-After time. */
    | 'tooMany'
    /** Any other status of 500 and above. */
    | 'server'
    /** No connection, or the connection broke. */
    | 'network'
    /** The certificate isn't trusted or is for a different host. */
    | 'tls'
    /** No complete response in time, or no data in time. */
    | 'timeout'
    /** The caller canceled the request. */
    | 'aborted'
    /** The response isn't from an API server, such as a proxy's page, or it's truncated or too large. */
    | 'badAnswer'
    /** Nothing was sent. The kubeconfig or its credential plugin provides no credentials. */
    | 'credentials'
    /** Nothing was sent. Changes are disabled (`osc.readOnly`). */
    | 'readOnly';
  readonly message: string;
  /**
   * The message without advice, for callers that add their own. For a network problem, a phrase to put before a colon.
   * For a certificate problem, a sentence.
   */
  readonly brief?: string;
  readonly status?: number;
  /**
   * `reason` of the Status object: `Expired`, `NotFound`, `AlreadyExists`, ...; or `tooLarge` if the response exceeds a
   * size limit; or `upgradeRefused` if the connection can't become a WebSocket.
   */
  readonly reason?: string;
  /** Time in milliseconds that the server asks the client to wait. */
  readonly retryAfter?: number;
  /** The Status object, for callers that show causes. */
  readonly details?: unknown;
}

export type ApiResult<T> = Result<T, ApiProblem>;

export interface AskOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly signal?: AbortSignal;
  /**
   * Maximum time in milliseconds until the complete response arrives, or until a stream starts. The default is 30 s.
   * Obtaining credentials isn't included, because the user might have to log in.
   */
  readonly timeout?: number;
  /**
   * Accept header, such as `application/json` (default) or
   * `application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`.
   */
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
  /**
   * Content type, such as `application/json`. For a patch, `application/merge-patch+json` or
   * `application/apply-patch+yaml`.
   */
  readonly contentType?: string;
}

export interface StreamOptions extends AskOptions {
  /** Called for every complete line, in order. Must not throw. */
  readonly onLine: (line: string) => void;
  /**
   * Called while lines arrive. If it returns a promise, no more lines are read until the promise resolves. If it
   * returns undefined, reading continues. The promise must not reject.
   */
  readonly waitForSpace?: () => Promise<void> | undefined;
  /** Called once, when the response starts. */
  readonly onOpen?: () => void;
  /** Maximum length of a line in characters. Longer lines are cut. If undefined, a line of 8 MiB ends the stream. */
  readonly cutLinesAt?: number;
  /** Maximum time without data, in milliseconds. After that, the connection is considered half-open and lost. */
  readonly idle: number;
}

/** Options for another host of the same cluster that is exposed by a Route. */
export interface RouteHostOptions {
  /** `https://host` or `https://host:port`. No other origin receives a token. */
  readonly origin: string;
  /** Trusted CAs in PEM, in addition to those of the kubeconfig and of this computer. */
  readonly authorities: readonly string[];
  /** Returns the token to send instead of the user's token. Called for each request. */
  readonly token?: () => string;
}

/** A read-only request. If a kept-alive connection was broken, the request is sent again. */
export interface HostRequest {
  readonly method: 'GET' | 'POST';
  /** Starts with a slash and can contain a query. */
  readonly path: string;
  /** Form fields of the body. */
  readonly form?: Readonly<Record<string, string>>;
  /** JSON body, sent unchanged instead of a form. */
  readonly json?: string;
  /** Additional headers, such as those of a signature. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Maximum time until the complete response arrives, in milliseconds. */
  readonly timeout: number;
  /** Maximum response size in bytes. */
  readonly most: number;
}

/**
 * A response with any HTTP status. The status isn't converted to an `ApiProblem`, because hosts other than the API
 * server use it differently.
 */
export interface HostResponse {
  readonly status: number;
  /** Value of `Content-Type`. */
  readonly type: string;
  /** Target host of a redirect. Redirects aren't followed. */
  readonly sentOnTo?: string;
  /** Value of `Date`, which is the time of the server's clock. */
  readonly date?: string;
  /** Value of `Retry-After`. */
  readonly retryAfter?: string;
  /** Response body, with the token removed. */
  readonly body: string;
}

export interface HttpHost {
  /**
   * Sends a request. Returns a problem of the kind `credentials` with the reason `NoToken` if the user logs in without
   * a token.
   */
  request(request: HostRequest): Promise<ApiResult<HostResponse>>;
  close(): void;
}

/** Size of a terminal in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** A command to run in a container. */
export interface ExecOptions {
  readonly namespace: string;
  readonly pod: string;
  /** Name of the container. If undefined, the server uses the only container of the pod. */
  readonly container?: string;
  /** Executable and its arguments. No shell interprets them. */
  readonly command: readonly string[];
  /** True if the process gets a terminal. Its standard error is then part of its standard output. */
  readonly tty: boolean;
  /** True if the session can send standard input. */
  readonly stdin: boolean;
  /** Initial size of the terminal. */
  readonly size?: TerminalSize;
  /**
   * Receives output in order. Characters can be split between two calls. If it returns a promise, the bytes count as
   * not delivered until the promise resolves. If more than 1 MiB isn't delivered, no more output is read. Must not
   * throw or reject.
   */
  readonly onOutput: (bytes: Uint8Array, stream: 'stdout' | 'stderr') => Promise<void> | undefined;
  /** Closes the session, also while it starts. */
  readonly signal?: AbortSignal;
  /** Maximum time until the server accepts the connection, in milliseconds. The default is 30 s. */
  readonly timeout?: number;
}

/** The end of a session. */
export type ExecEnd =
  /** The process exited. */
  | { readonly kind: 'exited'; readonly exitCode: number }
  /** The process couldn't be started, or the runtime reported an error. */
  | { readonly kind: 'failed'; readonly problem: ApiProblem }
  /** The connection broke before the end of the process. The process might still be running. */
  | { readonly kind: 'lost'; readonly problem: ApiProblem }
  /** The caller closed the session. */
  | { readonly kind: 'closed' };

/** A process that runs in a container. No method throws, and after the end, all methods do nothing. */
export interface ExecSession {
  /** Resolves at the end of the session, after all output was passed to `onOutput`. Never rejects. */
  readonly ended: Promise<ExecEnd>;
  /** False if the server only supports protocol v4, which can't end standard input. `endInput` then does nothing. */
  readonly canEndInput: boolean;
  /**
   * Sends standard input, in the order of the calls. Text is sent as UTF-8. Resolves when the network has accepted the
   * input, or at the end of the session.
   */
  write(input: string | Uint8Array): Promise<void>;
  /** Ends standard input after all input that was written. The process continues. */
  endInput(): void;
  /** Reports a new size of the terminal. */
  resize(size: TerminalSize): void;
  /** Closes the connection. The process receives a hangup or continues, depending on the runtime. */
  close(): void;
}

/** The context, server, and user of a connection. Equal identities share one connection. Contains no secrets. */
export interface ConnectionIdentity {
  readonly context: string;
  readonly server: string;
  readonly user: string;
  readonly namespace?: string;
}

/** A connection to one cluster as one user. Uses one agent with kept-alive connections. */
export interface Connection {
  readonly identity: ConnectionIdentity;
  /** Sends a GET request and returns the JSON response. */
  ask(path: string, options?: AskOptions): Promise<ApiResult<unknown>>;
  /** Sends a request with any other method. */
  send(path: string, options: SendOptions): Promise<ApiResult<unknown>>;
  /**
   * Sends a GET request and reads the response line by line until the server ends it (`ok`), the connection breaks, or
   * `signal` aborts the request.
   */
  stream(path: string, options: StreamOptions): Promise<ApiResult<void>>;
  /**
   * Runs a command in a container. Resolves when the server has accepted the connection. If the server or a proxy
   * doesn't upgrade the connection to a WebSocket, the problem has the reason `upgradeRefused`.
   */
  exec?(options: ExecOptions): Promise<ApiResult<ExecSession>>;
  /**
   * Removes the credentials of this connection, in any encoding, from text that the server sent. Used for messages
   * about a stream.
   */
  withoutCredentials?(text: string): string;
  /**
   * Allows an immediate renewal of rejected credentials, because the user requested it. Otherwise, a credential plugin
   * whose fresh credentials were rejected isn't run again.
   */
  allowRenewal?(): void;
  /**
   * Returns access to another host. That host receives the user's bearer token but no other login data, such as a
   * certificate or password. The connection always verifies the host's certificate and never exposes the token.
   */
  otherHost?(options: RouteHostOptions): HttpHost;
  close(): void;
}
