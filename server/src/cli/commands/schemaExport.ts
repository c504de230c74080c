/** `osc-tools schema export`: writes our JSON Schemas as a catalogue that other checkers of manifests can read. */
import * as l10n from '@vscode/l10n';
import { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { knownKinds } from '#core/kinds/index.ts';
import { openSchemaOf } from '#core/kinds/schema.ts';
import { getSchemaPath } from '#core/kinds/schemaPath.ts';
import { schemas } from '#schemas/index.ts';
import { withHelp } from '../help.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { readFileBounded, describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitUsage } from '../usage.ts';

export function schemaCommand(): Command {
  const [exitCodes, examples, page] = [
    { 0: l10n.t`All schemas were written`, 2: l10n.t`Usage error, or a schema can't be written` },
    ['osc-tools schema export osc-schemas'],
    'command-line.md#schema-export',
  ] as const;
  return withHelp(new Command('schema'), {
    summary: l10n.t`Export JSON schemas for other tools.`,
    exitCodes,
    examples,
    page,
  }).addCommand(
    withHelp(new Command('export'), {
      summary: l10n.t`Write all JSON schemas into a folder.`,
      details: l10n.t`Writes each schema to DIR/<group>/<kind>_<version>.json.`,
      exitCodes,
      examples: [...examples, 'osc-tools schema export --force osc-schemas'],
      page,
    })
      .argument('<dir>', l10n.t`the folder to write to; made when it is not there`)
      .option('--force', l10n.t`overwrite files that are there and differ`, false)
      .action(async (folder: string, { force }: { readonly force: boolean }) => {
        process.exitCode = await exportSchemas(folder, force);
      }),
  );
}

/** Every schema that we have, as text by its path in a catalogue. */
export function createSchemaCatalog(): ReadonlyMap<string, string> {
  const closed: Readonly<Record<string, object>> = schemas;
  return new Map(
    knownKinds.map((kind) => [
      getSchemaPath(kind),
      `${JSON.stringify(closed[kind.id] ?? openSchemaOf(kind), null, 2)}\n`,
    ]),
  );
}

interface Entry {
  readonly file: string;
  readonly text: string;
  /** What is there already. */
  readonly present: Uint8Array | undefined;
}

async function exportSchemas(folder: string, force: boolean): Promise<number> {
  const entries: Entry[] = [];
  const obstacles: string[] = [];
  for (const [name, text] of createSchemaCatalog()) {
    const file = path.join(folder, name);
    try {
      const present = await readIfThere(file);
      if (present !== undefined && Buffer.from(text).equals(present)) continue;
      entries.push({ file, text, present });
      if (present !== undefined && !force) obstacles.push(l10n.t`${file} is there and differs (--force overwrites it)`);
    } catch (error) {
      obstacles.push(l10n.t`can't read ${file}: ${describeFileSystemError(error)}`);
    }
  }
  // All or nothing: a catalogue of two states helps nobody.
  if (obstacles.length > 0) {
    for (const obstacle of [...obstacles, l10n.t`nothing was written`]) printMessage(obstacle);
    return exitUsage;
  }
  if (entries.length === 0) printMessage(l10n.t`nothing to write: ${folder} has all schemas as they are`);
  let failed = false;
  for (const entry of entries) {
    try {
      await write(entry);
      process.stdout.write(`${sanitizeTerminalLine(entry.file)}\n`);
    } catch (error) {
      printMessage(l10n.t`cannot write ${entry.file}: ${reasonOfWriting(error)}`);
      failed = true;
    }
  }
  return failed ? exitUsage : exitClean;
}

async function readIfThere(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFileBounded(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

async function write({ file, text, present }: Entry): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  // A folder that is a link leads elsewhere: the folder that was named may be one, none below it.
  if ((await lstat(path.dirname(file))).isSymbolicLink()) throw new Error(l10n.t`its folder is a link`);
  // Where nothing was, nothing is overwritten, not even what came meanwhile or stands behind a symbolic link.
  if (present === undefined) return writeFile(file, text, { flag: 'wx' });
  const temporary = path.join(path.dirname(file), `.osc-tools-${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

function reasonOfWriting(error: unknown): string {
  const code = codeOf(error);
  return code === 'EEXIST' || code === 'ENOTDIR'
    ? l10n.t`something else is in its place, or in that of its folder`
    : describeFileSystemError(error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
