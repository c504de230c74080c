/**
 * Node.js executables that tests run the server with: the one that runs the tests, and the system's if its version is
 * different, as for an editor on an older computer.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

export const nodes: readonly { name: string; path: string }[] = ['/usr/bin/node', '/usr/local/bin/node']
  .flatMap((path) => {
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1]);
    return status === 0 && major >= 20 && stdout.trim() !== process.version
      ? [{ name: `Node ${stdout.trim()}`, path }]
      : [];
  })
  .concat([{ name: `Node ${process.version}`, path: process.execPath }]);
