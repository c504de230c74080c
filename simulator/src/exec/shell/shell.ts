/** Implements the shell of simulated containers: `sh -c`, scripts on standard input, and a prompt on a terminal. */
import type { ProcessIo } from './processIo.ts';
import { interruptedCode } from './processIo.ts';
import { expandWord, parseScript } from './parseScript.ts';
import { programs } from './programs.ts';
import type { Terminal } from './terminal.ts';

/** Names of shells. The simulated images have all of them. */
const shells: readonly string[] = ['sh', 'ash', 'bash'];
const prompt = '/ # ';
/** Exit code of a shell for a command that doesn't exist, and for a syntax error. */
const [notFoundCode, syntaxCode] = [127, 2];
/** Maximum length of a line of a script on standard input, in bytes. */
const maxLine = 64 * 1024;

/** Returns whether an executable is a shell. */
export function isShell(file: string): boolean {
  return shells.includes(nameOf(file));
}

/** Returns whether an image with a shell contains the executable. */
export function hasExecutable(file: string): boolean {
  return isShell(file) || programs.has(nameOf(file));
}

/** Runs a command that exists, and returns its exit code. */
export async function runCommand(
  [file = '', ...args]: readonly string[],
  io: ProcessIo,
  terminal: Terminal | undefined,
): Promise<number> {
  const name = nameOf(file);
  if (!isShell(file)) return (await programs.get(name)?.(args, io)) ?? notFoundCode;
  const shell = new Shell(name, io, terminal);
  if (args[0] === '-c') return (await shell.run(args[1] ?? '')).code;
  return terminal === undefined ? shell.runInput() : shell.prompt(terminal);
}

function nameOf(file: string): string {
  return file.replace(/^(?:\/usr)?\/bin\//, '');
}

interface ScriptEnd {
  readonly code: number;
  /** True if the script ran `exit`. */
  readonly hasExited: boolean;
}

class Shell {
  readonly #name: string;
  readonly #io: ProcessIo;
  readonly #terminal: Terminal | undefined;
  /** Exit code of the last command. */
  #status = 0;

  constructor(name: string, io: ProcessIo, terminal: Terminal | undefined) {
    this.#name = name;
    this.#io = io;
    this.#terminal = terminal;
  }

  async run(script: string): Promise<ScriptEnd> {
    const commands = parseScript(script);
    if (!commands.ok) {
      await this.#io.write(`${this.#name}: syntax error at position ${commands.error + 1}\n`, 'stderr');
      this.#status = syntaxCode;
      return { code: syntaxCode, hasExited: false };
    }
    for (const { words, toStderr, condition } of commands.value) {
      if (this.#io.signal.aborted) return { code: interruptedCode, hasExited: true };
      if (condition !== 'always' && (condition === 'ifSucceeded') !== (this.#status === 0)) continue;
      const [command = '', ...args] = words.map((word) => expandWord(word, this.#status));
      if (command === 'exit') return { code: Number(args[0] ?? this.#status) & 0xff, hasExited: true };
      this.#status = await this.#runOne([command, ...args], toStderr);
    }
    return { code: this.#status, hasExited: false };
  }

  /** Runs the lines of standard input. */
  async runInput(): Promise<number> {
    for await (const line of linesOf(this.#io)) {
      const { code, hasExited } = await this.run(line);
      if (hasExited) return code;
    }
    return this.#status;
  }

  async prompt(terminal: Terminal): Promise<number> {
    for (;;) {
      await this.#io.write(prompt, 'stderr');
      const line = await terminal.readLine();
      if (line === undefined) return this.#status;
      const { code, hasExited } = await this.run(line);
      if (hasExited) return code;
    }
  }

  async #runOne(command: readonly string[], toStderr: boolean): Promise<number> {
    const [file = ''] = command;
    if (!hasExecutable(file)) {
      await this.#io.write(`${this.#name}: ${file}: not found\n`, 'stderr');
      return notFoundCode;
    }
    const { write } = this.#io;
    const streams: ProcessIo = toStderr ? { ...this.#io, write: (output) => write(output, 'stderr') } : this.#io;
    if (this.#terminal === undefined) return runCommand(command, streams, undefined);
    const terminal = this.#terminal;
    return terminal.runInForeground((signal) => runCommand(command, { ...streams, signal }, terminal));
  }
}

async function* linesOf({ read }: ProcessIo): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for (;;) {
    const input = await read();
    if (input === undefined) break;
    rest = Buffer.concat([rest, input]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
    }
    if (rest.length > maxLine) return;
  }
  if (rest.length > 0) yield rest.toString('utf8');
}
