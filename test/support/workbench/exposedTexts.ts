/** Reads everything that a VS Code window shows, stores, and writes, for tests that search it for secrets. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { untilValue, type Step } from './parts/step.ts';
import type { Workbench } from './workbench.ts';

/** Returns the current HTML of the window and its webviews. */
export async function readExposedTexts({ page }: Workbench): Promise<string> {
  // VS Code can remove a frame in the meantime.
  const documents = await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')));
  return documents.join('\n');
}

/** Returns everything that VS Code stores in the browser, including the workspace and global state of extensions. */
export async function browserStorage({ page }: Workbench): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
    const all = [JSON.stringify({ ...localStorage })];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const values = await done(database.transaction(store).objectStore(store).getAll());
        for (const value of values) all.push(value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value));
      }
      database.close();
    }
    return all.join('\\n');
  })()`);
}

/**
 * Waits until the files that VS Code writes contain a text, because VS Code writes logs with a delay.
 * @returns the contents of all files
 */
export async function writtenFiles(home: string, text: string): Promise<string> {
  const step: Step = {
    does: 'read the files that VS Code writes',
    expects: text,
    state: async () => `${readAll(home).length} characters without this text`,
  };
  return untilValue(step, async () => {
    const all = readAll(home);
    return all.includes(text) ? all : undefined;
  });
}

function readAll(home: string): string {
  return readdirSync(path.join(home, 'user-data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}
