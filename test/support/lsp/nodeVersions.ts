/**
 * The Nodes that may run the server: ours, and the machine's own where that is another one, as in the editor of
 * somebody with an older machine.
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
