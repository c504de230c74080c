/** The conformance cases of the policy engine: data from elsewhere, read from beside the project where they are present. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import type { Dialect } from '../../core/agent/engines.ts';

const places = [process.env['OSC_CONFORMANCE'], path.resolve(import.meta.dirname, '../../../shared/conformance'), '/work/shared/conformance'];
const folder = places.find((place) => place !== undefined && existsSync(path.join(place, 'guest-engine.json')));

/** Why the tests of these cases are skipped; false where the cases are present. */
export const noConformance: string | false = folder === undefined ? 'the conformance cases are not here (OSC_CONFORMANCE)' : false;

export interface ConformanceCase {
  readonly file: string;
  readonly note: string;
  readonly dialect: Dialect;
  readonly modules: readonly string[];
  readonly error: string | undefined;
}

/** Those of the features that the guest's engine has and that upstream does not skip. */
export function conformanceCases(): ConformanceCase[] {
  if (folder === undefined) return [];
  return globSync('rego/**/*.yaml', { cwd: folder })
    .filter((file) => !/^rego\/(?:rego-extensions|target|limits)\//.test(file))
    .toSorted()
    .flatMap((file) => casesOf(file, readFileSync(path.join(folder, file), 'utf8')));
}

export interface GuestCase {
  readonly name: string;
  readonly policy: string;
  readonly v0: GuestVerdict;
  readonly v1: GuestVerdict;
}

export interface GuestVerdict {
  readonly error?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The verdicts of the guest's engine itself, as they were recorded. */
export function guestCases(): GuestCase[] {
  if (folder === undefined) return [];
  const cases: unknown = JSON.parse(readFileSync(path.join(folder, 'guest-engine.json'), 'utf8'));
  return list(cases).map((item) => {
    const { name, policy, v0, v1 } = record(item);
    return { name: String(name), policy: String(policy), v0: verdict(v0), v1: verdict(v1) };
  });
}

function casesOf(file: string, text: string): ConformanceCase[] {
  const document: unknown = parseDocument(text, { strict: false, uniqueKeys: false, logLevel: 'silent' }).toJS({ maxAliasCount: -1 });
  return list(record(document)['cases'])
    .map(record)
    .filter(({ skip }) => skip !== true)
    .map(({ note, modules, error }) => ({
      file,
      note: String(note),
      // So upstream's runner has it (tests/interpreter/mod.rs).
      dialect: file.endsWith('bindings.yaml') ? 'v1' : 'v0',
      modules: list(modules).map(String),
      error: typeof error === 'string' ? error : undefined,
    }));
}

function verdict(value: unknown): GuestVerdict {
  const { error, line, column } = record(value);
  return typeof error === 'string' ? { error, line: Number(line), column: Number(column) } : {};
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
