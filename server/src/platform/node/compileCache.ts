/**
 * Caches compiled code between runs, if Node.js supports this (22.8 and later), so that the server starts faster. The
 * folder is private to the user, because anyone who can write to it can run code as the user.
 */
import { mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Enables the cache for code that is loaded later. If no folder can be created, everything works without the cache. */
export function keepCompiledCode(): void {
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache');
  if (typeof enable !== 'function') return;
  try {
    const folder = path.join(cacheFolder(), 'osc-tools', 'compiled');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enable(folder);
  } catch {
    // There is no home folder, or it isn't writable.
  }
}

/** Returns the standard cache folder of the operating system. */
function cacheFolder(): string {
  if (process.platform === 'win32') return process.env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
  const given = process.env['XDG_CACHE_HOME'];
  return given !== undefined && path.isAbsolute(given) ? given : path.join(homedir(), '.cache');
}
