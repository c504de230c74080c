/**
 * Exchanges messages with the client. vscode-jsonrpc transfers them, and this file adds the types and the lifecycle of
 * LSP. vscode-languageserver would load about three times as much code: see decision 0023.
 */
import type { CancellationToken, InitializeParams, InitializeResult, LogMessageParams } from 'vscode-languageserver';
import {
  createMessageConnection,
  ErrorCodes,
  NotificationType,
  RequestType,
  RequestType0,
  ResponseError,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc';
import { MessageType } from '../../engine/protocolValues.ts';
import { runAfterTurns } from '../../engine/scheduling/turns.ts';
import type {
  ClientNotifications,
  ClientRequests,
  RefreshRequest,
  ServerNotifications,
  ServerRequests,
} from './methods.ts';

/** The transport of the messages, and the process of the server. */
export interface ConnectionHost {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** Called for each message of the client. */
  readonly onMessage?: () => void;
  /** Ends the server when the process of the client no longer exists. */
  readonly followClient?: (processId: number) => void;
  /**
   * Ends the server.
   * @param isExpected false if the client didn't send `shutdown` first
   */
  readonly exit?: (isExpected: boolean) => void;
}

/** The connection to the client. A later handler for a message replaces an earlier one. */
export class LspConnection {
  readonly #host: ConnectionHost;
  readonly #messages: MessageConnection;
  #isInitialized = false;
  #isShutDown = false;
  /** True if a message for the log couldn't be sent. */
  #isLogClosed = false;
  #registrations = 0;
  /** Resolves when the held messages are processed. Undefined if messages aren't held. */
  #held: Promise<void> | undefined;
  /** Resolves when the last message of the server is sent. */
  #sent: Promise<void> = Promise.resolve();

  constructor(host: ConnectionHost) {
    this.#host = host;
    const log = (type: LogMessageParams['type']) => (message: string) => this.#log(type, message);
    const logger = {
      error: log(MessageType.Error),
      warn: log(MessageType.Warning),
      info: log(MessageType.Info),
      log: log(MessageType.Log),
    };
    this.#messages = createMessageConnection(host.reader, this.#observe(host.writer), logger, {
      messageStrategy: {
        handleMessage: (message, next) => {
          host.onMessage?.();
          this.#process(async () => next(message));
        },
      },
    });
    this.#messages.onRequest((method) =>
      this.#isInitialized
        ? new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`)
        : new ResponseError(ErrorCodes.ServerNotInitialized, 'The client must send initialize first.'),
    );
    this.#messages.onRequest(new RequestType0('shutdown'), () => {
      this.#isShutDown = true;
      return null;
    });
    this.#messages.onNotification('exit', () => host.exit?.(this.#isShutDown));
  }

  /**
   * Holds all further messages until the work is complete, and then processes them in order. The work starts after the
   * current response is sent.
   */
  hold(work: () => Promise<void>): void {
    const responded = new Promise<void>((resolve) => runAfterTurns(1, resolve));
    this.#process(async () => undefined, responded.then(() => this.#sent).then(work));
  }

  /** Returns a writer that sets `#sent` for each message. */
  #observe(writer: MessageWriter): MessageWriter {
    return {
      onError: writer.onError,
      onClose: writer.onClose,
      write: (message) => (this.#sent = writer.write(message)),
      end: () => writer.end(),
      dispose: () => writer.dispose(),
    };
  }

  #process(handle: () => Promise<void>, before = this.#held): void {
    // If the client has closed the connection, responses can't be sent.
    const start = () => {
      handle().catch((error: unknown) => this.logError(`Can't process a message: ${String(error)}`));
    };
    if (before === undefined) {
      start();
      return;
    }
    const held = before
      .catch((error: unknown) => this.logError(`Can't start the server: ${String(error)}`))
      .then(() => {
        start();
        if (this.#held === held) this.#held = undefined;
      });
    this.#held = held;
  }

  /** Returns whether the client has sent `shutdown`, so that the end of the connection is expected. */
  get isShutDown(): boolean {
    return this.#isShutDown;
  }

  /** Starts to process messages. Handlers must be set before. */
  listen(): void {
    this.#messages.listen();
  }

  /** Sets the handler for the first request of the client. It isn't called again after it returned a result. */
  onInitialize(handler: (params: InitializeParams) => InitializeResult): void {
    this.#messages.onRequest(
      new RequestType<InitializeParams, InitializeResult, void>('initialize'),
      (params): InitializeResult => {
        if (this.#isInitialized)
          throw new ResponseError(ErrorCodes.InvalidRequest, 'The server is already initialized.');
        const result = handler(params);
        this.#isInitialized = true;
        if (typeof params.processId === 'number') this.#host.followClient?.(params.processId);
        return result;
      },
    );
  }

  /** Sets the handler for a request of LSP. The parameters aren't validated. */
  onRequest<Method extends keyof ClientRequests>(
    method: Method,
    handler: (
      params: ClientRequests[Method]['params'],
      token: CancellationToken,
    ) => Promise<ClientRequests[Method]['result']>,
  ): void {
    this.#messages.onRequest(new RequestType<unknown, unknown, void>(method), (params, token) =>
      handler(params as ClientRequests[Method]['params'], token),
    );
  }

  /** Sets the handler for a request that LSP doesn't define. Any client can send any parameters. */
  onCustomRequest(method: string, handler: (params: unknown, token: CancellationToken) => Promise<object>): void {
    this.#messages.onRequest(new RequestType<unknown, object, void>(method), handler);
  }

  /** Sets the handler for a notification of LSP. */
  onNotification<Method extends keyof ClientNotifications>(
    method: Method,
    handler: (params: ClientNotifications[Method]) => void,
  ): void {
    this.#messages.onNotification(new NotificationType<ClientNotifications[Method]>(method), handler);
  }

  /** Sets the handler for a notification that LSP doesn't define. Any client can send any parameters. */
  onCustomNotification(method: string, handler: (params: unknown) => void): void {
    this.#messages.onNotification(new NotificationType<unknown>(method), handler);
  }

  /** Sends a request of LSP. Any client can respond with any value, or fail. */
  async sendRequest<Method extends keyof ServerRequests>(
    method: Method,
    params: ServerRequests[Method],
  ): Promise<unknown> {
    return this.#messages.sendRequest<unknown>(method, params);
  }

  /** Sends a request that LSP doesn't define. */
  async sendCustomRequest(method: string, params: object): Promise<unknown> {
    return this.#messages.sendRequest<unknown>(method, params);
  }

  /** Tells the client to discard its items and to request them again. */
  async refresh(method: RefreshRequest): Promise<void> {
    await this.#messages.sendRequest<unknown>(method);
  }

  /** Registers for notifications while the server runs. */
  async register(method: keyof ClientNotifications, registerOptions: object): Promise<void> {
    this.#registrations += 1;
    const registration = { id: `osc-${this.#registrations}`, method, registerOptions };
    await this.sendRequest('client/registerCapability', { registrations: [registration] });
  }

  /** Sends a notification of LSP. */
  async sendNotification<Method extends keyof ServerNotifications>(
    method: Method,
    params: ServerNotifications[Method],
  ): Promise<void> {
    await this.#messages.sendNotification(method, params);
  }

  /** Sends a notification that LSP doesn't define. */
  async sendCustomNotification(method: string, params: object): Promise<void> {
    await this.#messages.sendNotification(method, params);
  }

  /** Writes an error to the log of the client. Never pass the content of a file. */
  logError(message: string): void {
    this.#log(MessageType.Error, message);
  }

  #log(type: LogMessageParams['type'], message: string): void {
    // The connection might be closed. vscode-jsonrpc logs failures, so that a log of these would never end.
    if (this.#isLogClosed) return;
    this.sendNotification('window/logMessage', { type, message }).catch(() => (this.#isLogClosed = true));
  }
}
