/**
 * The conformance cases of the guest's engine: data from elsewhere, read from beside the project where they are
 * present.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseDocument } from 'yaml';
import { repositoryRoot } from '../lib/run.ts';

const guestFile = 'guest-engine.json';

/** The folder with the cases, or undefined where it is not. */
export function conformanceFolder(): string | undefined {
  const places = [
    process.env['OSC_CONFORMANCE'],
    path.join(repositoryRoot, '../shared/conformance'),
    '/work/shared/conformance',
  ];
  return places.find((place) => place !== undefined && existsSync(path.join(place, guestFile)));
}

/** Why tests of these cases are skipped; false where the cases are present. */
export const noConformance: string | false =
  conformanceFolder() === undefined ? 'the conformance cases are not here (OSC_CONFORMANCE)' : false;

/** A case of the engine's own interpreter tests. */
export interface InterpreterCase {
  /** `every/basic.yaml`, below `rego/`. */
  readonly file: string;
  /** Which case of the file, from 1. */
  readonly position: number;
  readonly note: string;
  readonly modules: readonly string[];
  /** The words of the error that is wanted. */
  readonly error: string | undefined;
  /** Upstream leaves it out itself. */
  readonly skip: boolean;
  /** All fields as they are written, for who runs the case: keys of objects may be of any kind. */
  readonly fields: ReadonlyMap<unknown, unknown>;
}

/**
 * A verdict of the guest's engine itself, as it was recorded: an error with its place, or a value, or undefined when it
 * has neither.
 */
interface GuestVerdict {
  readonly error?: string;
  readonly line?: number;
  readonly column?: number;
  readonly value?: unknown;
}

/** A request to a policy, with the verdicts in both dialects. */
export interface GuestCase {
  readonly name: string;
  readonly policy: string;
  readonly endpoint: string;
  readonly input: unknown;
  readonly v0: GuestVerdict;
  readonly v1: GuestVerdict;
}

/** All cases of the interpreter in this folder, in the order of the files; none without a folder. */
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

/** All recorded verdicts in this folder; none without a folder. */
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
 * One file has the items of a list where YAML proper does not have them: moved in, both readers take them the same way.
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
