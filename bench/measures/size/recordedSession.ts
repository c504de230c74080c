/** Runs a session of our server and records the bundles that the server loads. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getList, getNumber, getString } from '#core/common/json.ts';
import { makeInput } from '../../driver/inputFiles.ts';
import { ours, serverBundle, singleFile } from '../../driver/servers.ts';
import { Session } from '../../driver/editorSession.ts';

export interface RecordedSession {
  /** Bundles in the order in which the server loaded them. `at` is in milliseconds since 1970, like all times. */
  readonly loads: readonly { readonly url: string; readonly bytes: number; readonly at: number }[];
  /** Time at which the server wrote the response to `initialize`. */
  readonly responded: number;
  /** Time of the first diagnostics of a file with one document. */
  readonly checked: number;
}

/**
 * Starts a server, opens a file, and stops the server.
 * @param result path of the record, which must not exist yet
 */
export async function recordLoads(result: string): Promise<RecordedSession> {
  const hook = pathToFileURL(path.join(import.meta.dirname, 'recordLoads.ts'));
  hook.searchParams.set('result', result);
  const session = new Session(ours, ['--import', hook.href]);
  await session.initialize();
  const checked = performance.timeOrigin + (await session.open(makeInput(`file:///bench/${singleFile}`, 1)));
  await session.stop();
  const bundles = pathToFileURL(path.dirname(serverBundle)).href;
  const recorded: unknown = JSON.parse(readFileSync(result, 'utf8'));
  const loads = getList(recorded, 'loads').flatMap((load) => {
    const [url, bytes, at] = [getString(load, 'url'), getNumber(load, 'bytes'), getNumber(load, 'at')];
    const isBundle = url?.startsWith(bundles) === true;
    return !isBundle || bytes === undefined || at === undefined ? [] : [{ url, bytes, at }];
  });
  const responded = getNumber(recorded, 'responded');
  if (responded === undefined) throw new Error('the server wrote no response to `initialize`');
  return { loads, responded, checked };
}
