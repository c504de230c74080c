/**
 * Reads the conformance cases of the guest's policy engine. The cases are external data, which is read from outside the
 * project if available.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseDocument } from 'yaml';
import { repositoryRoot } from '../lib/run.ts';

const guestFile = 'guest-engine.json';

/** Returns the folder with the cases, or undefined if it doesn't exist. */
export function conformanceFolder(): string | undefined {
  const places = [
    process.env['OSC_CONFORMANCE'],
    path.join(repositoryRoot, '../shared/conformance'),
    '/work/shared/conformance',
  ];
  return places.find((place) => place !== undefined && existsSync(path.join(place, guestFile)));
}

/** Reason the conformance tests are skipped, or false if the cases are available. */
export const noConformance: string | false =
  conformanceFolder() === undefined ? 'conformance cases not found (set OSC_CONFORMANCE)' : false;

/** A case of the policy engine's own interpreter tests. */
export interface InterpreterCase {
  /** Path below `rego/`, such as `every/basic.yaml`. */
  readonly file: string;
  /** Number of the case in its file, starting at 1. */
  readonly position: number;
  readonly note: string;
  readonly modules: readonly string[];
  /** Text of the expected error. */
  readonly error: string | undefined;
  /** True if the upstream project skips the case. */
  readonly skip: boolean;
  /** All fields as written, for running the case. Object keys can have any type. */
  readonly fields: ReadonlyMap<unknown, unknown>;
}

/**
 * A recorded verdict of the guest's policy engine: an error with its position, or a value. If it has neither, the
 * verdict is undefined.
 */
interface GuestVerdict {
  readonly error?: string;
  readonly line?: number;
  readonly column?: number;
  readonly value?: unknown;
}

/** A policy request with the verdicts in both dialects. */
export interface GuestCase {
  readonly name: string;
  readonly policy: string;
  readonly endpoint: string;
  readonly input: unknown;
  readonly v0: GuestVerdict;
  readonly v1: GuestVerdict;
}

/** Returns all interpreter cases in the folder, in file order. Returns none if there is no folder. */
export function* interpreterCases(folder = conformanceFolder()): Generator<InterpreterCase> {
  if (folder === undefined) return;
  const start = path.join(folder, 'rego');
  for (const file of globSync('**/*.yaml', { cwd: start }).toSorted()) {
    const document = readYaml(readFileSync(path.join(start, file), 'utf8'));
    for (const [index, fields] of listOf(isMap(document) ? document.get('cases') : undefined).entries()) {
      if (!isMap(fields)) continue;
      const error = fields.get('error') ?? fields.get('want_error');
      yield {
        file,
        position: index + 1,
        note: String(fields.get('note')),
        modules: listOf(fields.get('modules')).filter((module) => typeof module === 'string'),
        error: typeof error === 'string' ? error : undefined,
        skip: fields.get('skip') === true,
        fields,
      };
    }
  }
}

/** Returns all recorded verdicts in the folder. Returns none if there is no folder. */
export function readGuestCases(folder = conformanceFolder()): GuestCase[] {
  if (folder === undefined) return [];
  const cases: unknown = JSON.parse(readFileSync(path.join(folder, guestFile), 'utf8'));
  return listOf(cases).map((item) => {
    const { name, policy, endpoint, input, v0, v1 } = recordOf(item);
    return {
      name: String(name),
      policy: String(policy),
      endpoint: String(endpoint),
      input,
      v0: verdictOf(v0),
      v1: verdictOf(v1),
    };
  });
}

export const isMap = (value: unknown): value is Map<unknown, unknown> => value instanceof Map;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Parses YAML. One file has list items with an indentation that isn't valid YAML, so they are indented further before a
 * second attempt.
 */
function readYaml(text: string): unknown {
  const moved = text.replaceAll(/^( +)("[^"\n]*",?|\])$/gm, '$1  $2');
  const document = parseDocument(text, { intAsBigInt: true });
  const sound = document.errors.length === 0 ? document : parseDocument(moved, { intAsBigInt: true });
  const [error] = sound.errors;
  if (error !== undefined) throw error;
  return sound.toJS({ mapAsMap: true });
}

function verdictOf(value: unknown): GuestVerdict {
  const { error, line, column, ...rest } = recordOf(value);
  if (typeof error === 'string') return { error, line: Number(line), column: Number(column) };
  return 'value' in rest ? { value: rest['value'] } : {};
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
