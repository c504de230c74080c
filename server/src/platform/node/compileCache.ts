/**
 * Keeps compiled code between runs, where Node can (22.8 and later), so that the server starts faster.
 * In a folder of the user alone: who can write there can run code as the user.
 */
import { mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Code that is loaded after this is kept. Without a folder for it, everything works as before. */
export function keepCompiledCode(): void {
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache');
  if (typeof enable !== 'function') return;
  try {
    const folder = path.join(cacheFolder(), 'osc-tools', 'compiled');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enable(folder);
  } catch {
    // No home, or one that cannot be written to.
  }
}

/** Where the caches of a user's programs are, by the custom of each system. */
function cacheFolder(): string {
  if (process.platform === 'win32') return process.env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
  const given = process.env['XDG_CACHE_HOME'];
  return given !== undefined && path.isAbsolute(given) ? given : path.join(homedir(), '.cache');
}
