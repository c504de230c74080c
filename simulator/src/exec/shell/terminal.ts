/**
 * Simulates the terminal of a process: echoes input, collects lines, and handles Backspace, Ctrl+C, and Ctrl+D. Output
 * lines end with a carriage return and a line feed.
 */
import type { ProcessIo } from './processIo.ts';

/** Maximum number of bytes of lines that no process has read. Above it, no more input is received. */
const maxWaiting = 64 * 1024;
const [ctrlC, ctrlD, backspace, lineFeed, carriageReturn, escape, deleteKey] = [3, 4, 8, 10, 13, 27, 127];

/** The connection of the terminal. */
export type TerminalConnection = Pick<ProcessIo, 'read' | 'write' | 'signal'>;

export class Terminal {
  readonly #connection: TerminalConnection;
  /** Complete lines with their line feeds. An empty entry is an end of input. */
  #lines: Buffer[] = [];
  #waiting = 0;
  #line: number[] = [];
  #isOver = false;
  #wake = (): void => undefined;
  #hasSpace = (): void => undefined;
  #foreground: AbortController | undefined;
  #isInterrupted = false;

  constructor(connection: TerminalConnection) {
    this.#connection = connection;
  }

  /** Receives input until the client is gone. */
  async run(): Promise<void> {
    for (;;) {
      const input = await this.#connection.read();
      if (input === undefined) break;
      await this.#receive(input);
      while (this.#waiting > maxWaiting && !this.#connection.signal.aborted)
        await new Promise<void>((resolve) => {
          this.#hasSpace = resolve;
        });
    }
    this.#isOver = true;
    this.#wake();
  }

  /** Ends all waiting, because the client is gone. */
  hangUp(): void {
    this.#isOver = true;
    this.#foreground?.abort();
    this.#hasSpace();
    this.#wake();
  }

  /** Returns the next line, or undefined at the end of input. */
  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      const next = this.#lines.shift();
      if (next !== undefined) {
        this.#waiting -= next.length;
        this.#hasSpace();
        return next.length === 0 ? undefined : next;
      }
      if (this.#isOver || this.#isInterrupted) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Returns the next line without its line feed. Ctrl+C returns an empty line. */
  async readLine(): Promise<string | undefined> {
    this.#isInterrupted = false;
    const line = await this.read();
    if (line === undefined) return this.#isInterrupted ? '' : undefined;
    return Buffer.from(line).toString('utf8').replace(/\n$/, '');
  }

  /** Runs a command that Ctrl+C ends. */
  async runInForeground(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
    const foreground = new AbortController();
    this.#foreground = foreground;
    this.#isInterrupted = false;
    if (this.#connection.signal.aborted) foreground.abort();
    try {
      return await run(foreground.signal);
    } finally {
      this.#foreground = undefined;
    }
  }

  /** Writes output, with a carriage return before each line feed. */
  write(output: string | Uint8Array): Promise<void> {
    const text = Buffer.from(output);
    return this.#connection.write(text.includes(lineFeed) ? withCarriageReturns(text) : text);
  }

  async #receive(input: Uint8Array): Promise<void> {
    const echo: number[] = [];
    for (const byte of input) this.#key(byte, echo);
    if (echo.length > 0) await this.#connection.write(Uint8Array.from(echo));
  }

  #key(byte: number, echo: number[]): void {
    switch (byte) {
      case ctrlC:
        echo.push(...Buffer.from('^C\r\n'));
        this.#line = [];
        this.#isInterrupted = true;
        this.#foreground?.abort();
        return this.#wake();
      case ctrlD:
        // At the start of a line, it ends the input. Otherwise, it passes on the line.
        return this.#endLine();
      case carriageReturn:
      case lineFeed:
        echo.push(carriageReturn, lineFeed);
        this.#line.push(lineFeed);
        return this.#endLine();
      case backspace:
      case deleteKey:
        if (this.#line.length === 0) return undefined;
        while (((this.#line.pop() ?? 0) & 0xc0) === 0x80);
        return void echo.push(...Buffer.from('\b \b'));
      case escape:
        return void echo.push(...Buffer.from('^['));
      default:
        this.#line.push(byte);
        return void echo.push(byte);
    }
  }

  #endLine(): void {
    const line = Buffer.from(this.#line);
    this.#line = [];
    this.#lines.push(line);
    this.#waiting += line.length;
    this.#wake();
  }
}

function withCarriageReturns(text: Buffer): Buffer {
  const lines: number[] = [];
  for (const byte of text) {
    if (byte === lineFeed) lines.push(carriageReturn);
    lines.push(byte);
  }
  return Buffer.from(lines);
}
