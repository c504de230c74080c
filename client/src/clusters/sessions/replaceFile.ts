/** Writes a file that several windows can write. */
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file in one step, readable only by the user. Rejects if that isn't possible. */
export async function replaceFile(file: string, text: string): Promise<void> {
  // Another window might write the same file. Renaming replaces it in one step.
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
