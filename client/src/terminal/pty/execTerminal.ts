/**
 * Connects a terminal with a command that runs in a container: forwards output, input, and the size, and shows how the
 * command ended. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { StringDecoder } from 'node:string_decoder';
import { joinSentences } from '#core/text/grammar.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { ApiProblem, ApiResult, ExecOptions, ExecSession, TerminalSize } from '#client/kubernetes/connection.ts';
import { EscapeFilter } from './escapeFilter.ts';
import { OutputBatcher } from './outputBatcher.ts';

/** How a terminal ended. `closed`: the user closed it. */
export type TerminalEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'failed'; readonly problem: ApiProblem }
  | { readonly kind: 'closed' };

export interface ExecTerminalParts {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Connects to the container. */
  readonly connect: (options: Pick<ExecOptions, 'size' | 'onOutput' | 'signal'>) => Promise<ApiResult<ExecSession>>;
  /** True if the command has a terminal in the container. */
  readonly tty: boolean;
  /** True if the command receives input. */
  readonly stdin: boolean;
  /** Shows text in the terminal. */
  readonly write: (text: string) => void;
  /** Closes the terminal. */
  readonly dispose: () => void;
  /** Name of the container, for messages. */
  readonly container: string;
}

const [endOfText, enter] = ['\u0003', '\r'];
/** Dims a line, and resets colors that the command left. */
const [dim, reset] = ['\u001b[2m', '\u001b[0m'];

export class ExecTerminal {
  /** Resolves when the command has ended or the user closes the terminal. */
  readonly ended: Promise<TerminalEnd>;
  readonly #parts: ExecTerminalParts;
  readonly #gone = new AbortController();
  readonly #output: OutputBatcher;
  /** Standard output and standard error have their own characters and escape sequences. */
  readonly #streams = { stdout: createStream(), stderr: createStream() };
  #resolve: (end: TerminalEnd) => void = () => undefined;
  #session: ExecSession | undefined;
  #size: TerminalSize | undefined;
  #end: TerminalEnd | undefined;
  #afterReturn = false;
  /** True if the extension or Ctrl+C closed the connection, but not the terminal. */
  #isInterrupted = false;

  constructor(parts: ExecTerminalParts) {
    this.#parts = parts;
    this.#output = new OutputBatcher(parts.clock, parts.write);
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** True until the command has ended. */
  get isOpen(): boolean {
    return this.#end === undefined;
  }

  /**
   * Connects. Resolves when the command has ended. Never rejects.
   * @param size size of the terminal, if it's known
   */
  async start(size: TerminalSize | undefined): Promise<void> {
    this.#size = size;
    this.#line(l10n.t`Connecting to ${this.#parts.container}. The terminal ends when the window reloads.`);
    const started = await this.#parts.connect({
      signal: this.#gone.signal,
      onOutput: (bytes, stream) => this.#show(bytes, stream),
      ...(size === undefined ? {} : { size }),
    });
    if (!started.ok) {
      await this.#finish(this.#isInterrupted ? { kind: 'closed' } : { kind: 'failed', problem: started.error });
      return;
    }
    const session = started.value;
    if (this.#end !== undefined) {
      session.close();
      return;
    }
    this.#session = session;
    if (this.#size !== undefined && this.#size !== size) session.resize(this.#size);
    const end = await session.ended;
    await this.#finish(
      end.kind === 'exited' || end.kind === 'closed' ? end : { kind: 'failed', problem: end.problem },
      end.kind === 'lost',
    );
  }

  /**
   * Sends input. After the end, Enter closes the terminal. Without standard input, Ctrl+C closes the connection, and
   * the output stays visible.
   */
  input(text: string): void {
    if (this.#end !== undefined) {
      if (text.includes(enter)) this.#parts.dispose();
      return;
    }
    if (!this.#parts.stdin) {
      if (text.includes(endOfText)) this.interrupt();
      return;
    }
    void this.#session?.write(text);
  }

  resize(size: TerminalSize): void {
    this.#size = size;
    this.#session?.resize(size);
  }

  /** Closes the connection. The terminal stays open, so that its output is visible. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.#gone.abort();
    this.#session?.close();
  }

  /** Closes the connection because the terminal is closed. */
  close(): void {
    this.#output.dispose();
    this.#gone.abort();
    this.#session?.close();
    if (this.#end !== undefined) return;
    this.#end = { kind: 'closed' };
    this.#resolve(this.#end);
  }

  #show(bytes: Uint8Array, stream: 'stdout' | 'stderr'): Promise<void> | undefined {
    const { decoder, filter } = this.#streams[stream];
    const text = filter.push(decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
    if (text === '' || this.#end !== undefined) return undefined;
    return this.#output.push(this.#parts.tty ? text : this.#withReturns(text));
  }

  /** Without a terminal in the container, nothing adds the carriage return that a terminal needs. */
  #withReturns(text: string): string {
    const whole = text.replaceAll(/(?<!\r)\n/g, '\r\n');
    const fixed = this.#afterReturn && text.startsWith('\n') ? whole.slice(1) : whole;
    this.#afterReturn = text.endsWith('\r');
    return fixed;
  }

  async #finish(end: TerminalEnd, isLost = false): Promise<void> {
    await this.#output.drained();
    if (this.#end !== undefined) return;
    this.#end = end;
    if (end.kind === 'closed' && !this.#isInterrupted) this.#parts.dispose();
    else {
      this.#line(describeEnd(end, isLost));
      this.#line(l10n.t`To close this terminal, press Enter.`);
    }
    this.#resolve(end);
  }

  #line(text: string): void {
    void this.#output.push(`${reset}${dim}${sanitizeTerminalLine(text)}${reset}\r\n`);
  }
}

function describeEnd(end: TerminalEnd, isLost: boolean): string {
  switch (end.kind) {
    case 'exited':
      return l10n.t`The command exited with code ${end.exitCode}.`;
    case 'closed':
      return joinSentences(l10n.t`The connection was closed.`, mightBeRunning());
    default:
      return isLost ? joinSentences(end.problem.message, mightBeRunning()) : end.problem.message;
  }
}

function mightBeRunning(): string {
  return l10n.t`The command might still be running.`;
}

function createStream() {
  return { decoder: new StringDecoder('utf8'), filter: new EscapeFilter() };
}
