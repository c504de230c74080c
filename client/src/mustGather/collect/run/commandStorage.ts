/**
 * Finds the folder where `osc-tools` stores data between runs: the resources that its must-gathers create on clusters,
 * and the places of its must-gathers. Doesn't use VS Code.
 */
import path from 'node:path';
import process from 'node:process';
import { findHomeFolder } from '#client/processes/homeFolder.ts';
import { Collections } from './collectedMustGathers.ts';
import { CreatedResourcesStore } from './createdResourcesStore.ts';
import { usualDestination } from './destination.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Data that `osc-tools` stores between runs. */
export interface CommandStorage {
  /** The folder. It might not exist yet. */
  readonly folder: string;
  readonly created: CreatedResourcesStore;
  readonly collections: Collections;
}

/**
 * Returns the storage of a user. Doesn't create the folder.
 * @param home home folder of the user
 */
export function openCommandStorage(env: Environment, home = findHomeFolder()): CommandStorage {
  const folder = path.join(stateFolder(env, home), 'osc-tools');
  return {
    folder,
    created: new CreatedResourcesStore(path.join(folder, 'must-gathers')),
    collections: new Collections(usualDestination(folder, home), folder),
  };
}

/**
 * Returns the standard folder of the operating system for data that must survive a restart. Source: XDG Base Directory
 * Specification 0.8 (XDG_STATE_HOME).
 */
function stateFolder(env: Environment, home: string): string {
  if (process.platform === 'win32') return env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local');
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  const given = env['XDG_STATE_HOME'];
  return given !== undefined && path.isAbsolute(given) ? given : path.join(home, '.local', 'state');
}
