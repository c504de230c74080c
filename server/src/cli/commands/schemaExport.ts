/** `osc-tools schema export`: writes the JSON Schemas as a catalog that other manifest checkers can read. */
import { Command, Option } from 'commander';
import { randomUUID } from 'node:crypto';
import { lstat, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { knownKinds } from '#core/kinds/index.ts';
import { commentOf, openSchemaOf } from '#core/kinds/schema.ts';
import { formatReleaseIds, type Release } from '#core/product/releases.ts';
import { getSchemaPath } from '#core/kinds/schemaPath.ts';
import { schemas } from '#schemas/index.ts';
import policyTestSchema from '../../../../docs/policy-test.schema.json' with { type: 'json' };
import { policyTestSchemaFile } from '#server/policy/testFiles/testFileName.ts';
import { withHelp } from '../help.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { createFolder } from '../io/createFolder.ts';
import { readFileBounded, describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitUsage } from '../usage.ts';
import { parseRelease } from './lint.ts';

export function schemaCommand(): Command {
  const [exitCodes, examples, page] = [
    { 0: 'All schemas were written', 2: "Usage error, or a schema can't be written" },
    ['osc-tools schema export osc-schemas'],
    'command-line.md#schema-export',
  ] as const;
  return withHelp(new Command('schema'), {
    summary: 'Export JSON Schemas for other tools.',
    exitCodes,
    examples,
    page,
  }).addCommand(
    withHelp(new Command('export'), {
      summary: 'Write all JSON Schemas to a folder.',
      details:
        'Writes each schema to DIR/<group>/<kind>_<version>.json, and the schema of policy tests to DIR/policy-test.schema.json. By default, the schemas contain the fields of all releases.',
      exitCodes,
      examples: [
        ...examples,
        'osc-tools schema export --release 1.10 osc-schemas-1.10',
        'osc-tools schema export --force osc-schemas',
      ],
      page,
    })
      .argument('<dir>', "output folder (created if it doesn't exist)")
      .addOption(
        new Option(
          '--release <release>',
          `OSC release whose fields the schemas contain: ${formatReleaseIds()}`,
        ).argParser(parseRelease),
      )
      .option('--force', 'overwrite existing files that differ', false)
      .action(async (folder: string, { force, release }: { readonly force: boolean; readonly release?: Release }) => {
        process.exitCode = await exportSchemas(folder, force, release);
      }),
  );
}

/**
 * Returns all schemas as text, by their path in the catalog.
 * @param release release whose fields the schemas contain. If undefined, they contain the fields of all releases.
 */
export function createSchemaCatalog(release?: Release): ReadonlyMap<string, string> {
  const closed: Readonly<Record<string, object>> = schemas;
  return new Map(
    knownKinds.map((kind) => {
      const ofCrd = closed[kind.id];
      // All known releases have the same CRDs.
      const schema =
        ofCrd === undefined
          ? openSchemaOf(kind, release)
          : { ...ofCrd, ...(release === undefined ? {} : { $comment: commentOf(release) }) };
      return [getSchemaPath(kind), `${JSON.stringify(schema, null, 2)}\n`];
    }),
  );
}

/** Returns the schemas to export: the catalog, and the schema of policy tests, which aren't Kubernetes objects. */
export function createSchemaExport(release?: Release): ReadonlyMap<string, string> {
  return new Map([
    ...createSchemaCatalog(release),
    [policyTestSchemaFile, `${JSON.stringify(policyTestSchema, null, 2)}\n`],
  ]);
}

interface Entry {
  readonly file: string;
  readonly text: string;
  /** Current content of the file, if it exists. */
  readonly present: Uint8Array | undefined;
}

async function exportSchemas(folder: string, force: boolean, release: Release | undefined): Promise<number> {
  if (folder === '') {
    printMessage('the name of the output folder is empty');
    return exitUsage;
  }
  const entries: Entry[] = [];
  const obstacles: string[] = [];
  for (const [name, text] of createSchemaExport(release)) {
    const file = path.join(folder, name);
    try {
      const present = await readIfThere(file);
      if (present !== undefined && Buffer.from(text).equals(present)) continue;
      entries.push({ file, text, present });
      if (present !== undefined && !force)
        obstacles.push(`${file} already exists and differs. To overwrite it, use --force.`);
    } catch (error) {
      obstacles.push(`can't read ${file}: ${describeFileSystemError(error)}`);
    }
  }
  // Writes all schemas or none, because a mixed catalog isn't useful.
  if (obstacles.length > 0) {
    for (const obstacle of [...obstacles, 'no files were written']) printMessage(obstacle);
    return exitUsage;
  }
  if (entries.length === 0) {
    printMessage(`all schemas in ${folder} are up to date`);
    return exitClean;
  }
  return writeEntries(folder, entries);
}

async function writeEntries(folder: string, entries: readonly Entry[]): Promise<number> {
  try {
    await createFolder(folder);
  } catch (error) {
    printMessage(`can't write to ${folder}: ${reasonOfWriting(error)}`);
    return exitUsage;
  }
  let failed = false;
  for (const entry of entries) {
    try {
      await write(entry);
      process.stdout.write(`${sanitizeTerminalLine(entry.file)}\n`);
    } catch (error) {
      printMessage(`can't write ${entry.file}: ${reasonOfWriting(error)}`);
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
  await createFolder(path.dirname(file));
  // A folder that is a symbolic link leads elsewhere. The specified folder can be one, but not a folder below it.
  if ((await lstat(path.dirname(file))).isSymbolicLink()) throw new Error('the folder is a symbolic link');
  // Never overwrites a file that was created in the meantime, and doesn't follow symbolic links.
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
    ? 'another file or folder has the same path'
    : describeFileSystemError(error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
