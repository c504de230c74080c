/**
 * Finds one object in a must-gather, with the files of its events. Reads only the files that can contain the object.
 */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { MustGatherBudget } from './limits/budget.ts';
import { fileLimits } from './limits/limits.ts';
import { objectsInDescription, readYamlObjects } from './objects/readObjects.ts';
import { textOf } from './read/boundedText.ts';
import { takenAt } from './read/collectionTime.ts';
import { classifyPath, runOf } from './read/pathLayout.ts';
import { describeFileError } from './sources/fileError.ts';
import {
  MultipleMustGathersError,
  UnreadableSourceError,
  type MustGatherFile,
  type MustGatherSource,
} from './sources/mustGatherSource.ts';
import { openSource } from './sources/openSource.ts';

export interface CollectedObject {
  /** The file that contains the object, as in the must-gather. */
  readonly text: string;
  /** First line of the object, starting at 1. */
  readonly line: number;
  /** UID of the object, if the must-gather contains it. */
  readonly uid?: string;
  /** Event lists of the namespaces of the object. */
  readonly events: readonly string[];
  /** Collection time, in milliseconds since 1970. Undefined if unknown. */
  readonly at?: number;
}

/**
 * Finds an object. The error is a part of a sentence.
 * @param path folder or archive
 * @param eventNamespaces namespaces with events about the object
 */
export async function findCollectedObject(
  path: string,
  reference: ObjectReference,
  eventNamespaces: readonly string[],
): Promise<Result<CollectedObject, string>> {
  try {
    return await findIn(await openSource(path), reference, eventNamespaces);
  } catch (error) {
    if (error instanceof UnreadableSourceError) return fail(error.message);
    if (error instanceof Error && 'code' in error) return fail(describeFileError(error.code) ?? error.message);
    throw error;
  }
}

async function findIn(
  source: MustGatherSource,
  reference: ObjectReference,
  eventNamespaces: readonly string[],
): Promise<Result<CollectedObject, string>> {
  const budget = new MustGatherBudget({ sourceBytes: source.size });
  const events: string[] = [];
  const runs = new Set<string>();
  let [at, found]: [number | undefined, Pick<CollectedObject, 'text' | 'line' | 'uid'> | undefined] = [
    undefined,
    undefined,
  ];
  for await (const file of source.files({ refused: () => undefined })) {
    const run = runOf(file.path);
    if (run !== undefined) runs.add(run);
    if (runs.size > 1) throw new MultipleMustGathersError([...runs].toSorted(), 'runs');
    const isEvents = eventNamespaces.some((one) => file.path.endsWith(`namespaces/${one}/core/events.yaml`));
    const isTime = classifyPath(file.path)?.kind === 'timestamp';
    if (!isEvents && !isTime && (found !== undefined || !canContain(file, reference))) continue;
    const text = await textOf(file, isEvents ? fileLimits.listBytes : fileLimits.objectBytes, budget);
    if (text === undefined) continue;
    if (isTime) at = Math.max(at ?? 0, takenAt(text) ?? 0);
    else if (isEvents) events.push(text);
    else found = objectIn(text, reference, classifyPath(file.path)?.kind === 'described', budget);
  }
  return found === undefined
    ? fail(l10n.t`no file in the must-gather contains ${reference.kind} ${reference.name}`)
    : succeed({ ...found, events, ...(at === undefined || at === 0 ? {} : { at }) });
}

/** Returns whether a file can contain the object, by its path. Source: see pathLayout.ts. */
function canContain({ path }: MustGatherFile, { group, plural, name, namespace }: ObjectReference): boolean {
  const place = classifyPath(path);
  if (place?.kind === 'described') {
    const kind = watchedKinds[place.id];
    return kind.group === group && kind.plural === plural;
  }
  const scope = namespace === undefined ? 'cluster-scoped-resources' : `namespaces/${namespace}`;
  const folder = `${scope}/${group === '' ? 'core' : group}/${plural}`;
  const files = [
    `${folder}.yaml`,
    `${folder}/${name}.yaml`,
    ...(group === '' && plural === 'pods' ? [`${scope}/pods/${name}/${name}.yaml`] : []),
    ...(group === '' && plural === 'namespaces' ? [`namespaces/${name}/${name}.yaml`] : []),
  ];
  return files.some((one) => path === one || path.endsWith(`/${one}`));
}

function objectIn(
  text: string,
  { kind, name, namespace }: ObjectReference,
  isDescription: boolean,
  budget: MustGatherBudget,
): Pick<CollectedObject, 'text' | 'line' | 'uid'> | undefined {
  const isMeant = (raw: unknown): boolean =>
    getString(raw, 'metadata', 'name') === name &&
    (namespace === undefined || getString(raw, 'metadata', 'namespace') === namespace) &&
    (getString(raw, 'kind') ?? kind) === kind;
  if (isDescription) {
    const described = objectsInDescription(text).find(({ raw }) => isMeant(raw));
    return described === undefined ? undefined : { text, line: described.from + 1 };
  }
  const read = readYamlObjects(text, budget, ({ raw, from }) =>
    isMeant(raw) ? { line: from + 1, uid: getString(raw, 'metadata', 'uid') } : undefined,
  );
  const [first] = read.ok ? read.value : [];
  return first === undefined
    ? undefined
    : { text, line: first.line, ...(first.uid === undefined ? {} : { uid: first.uid }) };
}
