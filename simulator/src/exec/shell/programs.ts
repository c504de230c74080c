/** Implements the executables in simulated containers. Like BusyBox, they are in every image that has a shell. */
import type { ProcessIo } from './processIo.ts';
import { interruptedCode } from './processIo.ts';

/** Runs an executable with its arguments, and returns its exit code. */
export type Program = (args: readonly string[], io: ProcessIo) => Promise<number> | number;

const rootFolders = ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'run', 'sys', 'tmp', 'usr', 'var'];
/** Number of bytes that `yes` writes at a time. */
const yesLength = 32 * 1024;

async function echo(args: readonly string[], { write }: ProcessIo): Promise<number> {
  const [first, ...rest] = args;
  await write(first === '-n' ? rest.join(' ') : `${args.join(' ')}\n`);
  return 0;
}

async function cat(args: readonly string[], io: ProcessIo): Promise<number> {
  let code = 0;
  for (const file of args.length === 0 ? ['-'] : args) {
    const text = file === '-' ? undefined : fileText(file, io);
    if (file === '-') await copyInput(io);
    else if (text !== undefined) await io.write(text);
    else {
      code = 1;
      await io.write(`cat: can't open '${file}': No such file or directory\n`, 'stderr');
    }
  }
  return io.signal.aborted ? interruptedCode : code;
}

async function copyInput({ read, write, signal }: ProcessIo): Promise<void> {
  for (;;) {
    const input = await read();
    if (input === undefined || signal.aborted) return;
    await write(input);
  }
}

function fileText(file: string, { hostName }: ProcessIo): string | undefined {
  if (file === '/etc/hostname') return `${hostName}\n`;
  return file === '/etc/os-release' ? 'NAME="Simulated Linux"\nID=simulated\nVERSION_ID="1"\n' : undefined;
}

async function ls(args: readonly string[], { write, size }: ProcessIo): Promise<number> {
  let code = 0;
  for (const folder of args.length === 0 ? ['/'] : args) {
    if (folder === '/') await write(`${rootFolders.join(size() === undefined ? '\n' : '  ')}\n`);
    else {
      code = 1;
      await write(`ls: ${folder}: No such file or directory\n`, 'stderr');
    }
  }
  return code;
}

async function sleep([time = '']: readonly string[], { clock, signal, write }: ProcessIo): Promise<number> {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(time)) {
    await write(`sleep: invalid number '${time}'\n`, 'stderr');
    return 1;
  }
  await new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const cancel = clock.after(Number(time) * 1000, () => {
      signal.removeEventListener('abort', wake);
      resolve();
    });
    const wake = (): void => {
      cancel();
      resolve();
    };
    signal.addEventListener('abort', wake, { once: true });
  });
  return signal.aborted ? interruptedCode : 0;
}

async function stty(args: readonly string[], { size, write }: ProcessIo): Promise<number> {
  const current = size();
  if (current === undefined) await write('stty: standard input: Not a tty\n', 'stderr');
  else if (args.join(' ') === 'size') await write(`${current.rows} ${current.columns}\n`);
  else await write(`stty: invalid argument '${args[0] ?? ''}'\n`, 'stderr');
  return current !== undefined && args.join(' ') === 'size' ? 0 : 1;
}

async function yes(args: readonly string[], { write, signal }: ProcessIo): Promise<number> {
  const line = `${args.length === 0 ? 'y' : args.join(' ')}\n`;
  const lines = Buffer.from(line.repeat(Math.max(1, Math.floor(yesLength / Buffer.byteLength(line)))));
  while (!signal.aborted) {
    await write(lines);
    // Lets the simulator answer other requests if the client reads as fast as `yes` writes.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return interruptedCode;
}

const printed =
  (text: (io: ProcessIo) => string): Program =>
  async (_, io) => {
    await io.write(`${text(io)}\n`);
    return 0;
  };

/** Executables by name, without the shell. */
export const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['cat', cat],
  ['echo', echo],
  ['false', () => 1],
  ['hostname', printed(({ hostName }) => hostName)],
  ['ls', ls],
  ['pwd', printed(() => '/')],
  ['sleep', sleep],
  ['stty', stty],
  ['true', () => 0],
  ['yes', yes],
]);
