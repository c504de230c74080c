/**
 * Finds the clauses of a policy that published advisories affect. The marks use where values come from, never the names
 * of rules and variables. Sources: GHSA-q49m-57vm-c8cc, fixed by kata-containers/kata-containers@1b9e49eb and
 * @639ff357; GHSA-fmg6-v47x-52wr, fixed by @fe8eeefc; src/tools/genpolicy/rules.rego of the tags 3.5.0 to 4.1.0.
 */
import type { Module } from '../../rego/syntax/ast.ts';
import type { Span } from '#server/engine/text/span.ts';
import { createOriginUse, type ClauseContext, type OriginUse } from './clauseConditions.ts';
import { GuardReader } from './guardReader.ts';
import {
  inputOrigin,
  isElement,
  isSameOrigin,
  isWithin,
  originKey,
  policyDataOrigin,
  type ValueOrigin,
} from './valueOrigin.ts';
import {
  createComparisonTest,
  createEqualityTest,
  createEqualsTest,
  createNonEmptyTest,
  createPatternTest,
  createReadTest,
  createSameValueTest,
} from './valueTests.ts';

/**
 * Reason why a clause is affected. `mount`: it accepts a mount of the policy without a source, `storage`: it accepts
 * any storage as the source of a mount, `imagePull`: it accepts any mount point for an image.
 */
export type MountMark = 'mount' | 'storage' | 'imagePull';

/** A clause that the mount advisory affects. */
interface AffectedMount {
  readonly mark: MountMark;
  readonly span: Span;
}

/** The clauses that advisories affect, in the order of the text. */
export interface AffectedClauses {
  readonly copyFile: readonly Span[];
  /** Clauses without data of genpolicy that check only a pattern of the path, so that a link can lead elsewhere. */
  readonly copyFilePaths: readonly Span[];
  readonly mounts: readonly AffectedMount[];
}

const none: AffectedClauses = { copyFile: [], copyFilePaths: [], mounts: [] };
const known = new WeakMap<Module, AffectedClauses>();

/** Returns the affected clauses of a policy whose syntax is correct. Caches the result. */
export function findAffectedClauses(module: Module): AffectedClauses {
  const found = known.get(module) ?? read(module);
  known.set(module, found);
  return found;
}

const copyFile = createOriginUse('CopyFileRequest', []);
const createContainer = createOriginUse('CreateContainerRequest', []);
const copyFileData = [...policyDataOrigin, 'request_defaults', 'CopyFileRequest'];
/** What the fix of the advisory reads, and what a policy can check instead. */
const linkTest = createReadTest(inputOrigin, ['file_type', 'symlink_target']);
const fileTest = createReadTest(inputOrigin, ['file_mode', 'data']);
const pathPatternTest = createPatternTest(inputOrigin, 'path');
const pathEqualityTest = createEqualityTest(inputOrigin, 'path');
const containerData = [...policyDataOrigin, 'containers'];

function read(module: Module): AffectedClauses {
  const reader = new GuardReader(module);
  const affected = { ...findCopyFile(reader), mounts: findMounts(reader) };
  // If a policy is too large, the tests might be in the part that wasn't read.
  return reader.isIncomplete ? none : affected;
}

function findCopyFile(reader: GuardReader): Omit<AffectedClauses, 'mounts'> {
  const spansOf = (contexts: readonly ClauseContext[]): readonly Span[] => contexts.map(({ clause }) => clause.span);
  const clauses = reader.contextsOf(copyFile);
  const unguarded = clauses.filter((context) => !reader.isGuarded(context, linkTest));
  if (unguarded.length === 0) return none;
  if (reached(reader, copyFile).some((context) => readsData(context, copyFileData)))
    return { copyFile: spansOf(unguarded), copyFilePaths: [] };
  const patterns = unguarded.filter(
    (context) =>
      reader.hasTest(context, pathPatternTest) &&
      !reader.isGuarded(context, pathEqualityTest) &&
      !reader.isGuarded(context, fileTest),
  );
  return { copyFile: [], copyFilePaths: spansOf(patterns) };
}

function findMounts(reader: GuardReader): readonly AffectedMount[] {
  const contexts = reached(reader, createContainer);
  if (!contexts.some((context) => readsData(context, containerData))) return [];
  const found = new Map<string, AffectedMount>();
  for (const context of contexts) {
    if (reader.isIncomplete) return [];
    for (const affected of affectedBy(reader, context)) found.set(`${affected.mark} ${affected.span.start}`, affected);
  }
  return [...found.values()].toSorted((one, other) => one.span.start - other.span.start);
}

/** Returns the clauses that a rule reaches, for all arguments. */
function reached(reader: GuardReader, from: OriginUse): readonly ClauseContext[] {
  const contexts = new Set(reader.contextsOf(from));
  // Iterating a set also visits elements that are added during the iteration.
  for (const { conditions } of contexts)
    for (const { use } of conditions)
      if (use !== undefined) for (const context of reader.contextsOf(use)) contexts.add(context);
  return [...contexts];
}

function readsData({ conditions }: ClauseContext, data: ValueOrigin): boolean {
  return conditions.some(({ origin }) => origin !== undefined && isWithin(origin, data));
}

function* affectedBy(reader: GuardReader, context: ClauseContext): Generator<AffectedMount> {
  const { clause } = context;
  if (acceptsEmptySource(reader, context)) yield { mark: 'mount', span: clause.span };
  if (acceptsAnyStorage(reader, context)) yield { mark: 'storage', span: clause.span };
  for (const condition of context.conditions) {
    const use = condition.isNegated || condition.isSelection ? undefined : condition.use;
    // The clause that passes an element on makes it a parameter.
    for (const origin of use?.origins ?? [])
      if (use !== undefined && origin !== undefined && isIn(inputOrigin, origin) && !isArgument(context, origin))
        for (const span of findImagePulls(reader, use, origin)) yield { mark: 'imagePull', span };
  }
}

/** Mark A: the clause accepts a mount of the policy without a test of its source. */
function acceptsEmptySource(reader: GuardReader, context: ClauseContext): boolean {
  return context.conditions.some((condition) =>
    (condition.isNegated ? undefined : condition.use)?.origins.some(
      (origin) =>
        origin !== undefined &&
        isElement(origin) &&
        origin.at(-2) === 'Mounts' &&
        isIn(policyDataOrigin, origin) &&
        !isArgument(context, origin) &&
        !reader.isGuarded(context, createNonEmptyTest(origin, 'source')),
    ),
  );
}

/** Mark B: the clause accepts a storage as the source of a mount without reading its driver. */
function acceptsAnyStorage(reader: GuardReader, context: ClauseContext): boolean {
  return elementsOf(context).some(
    (element) =>
      reader.hasTest(context, createSameValueTest(element, 'mount_point', 'source')) &&
      !reader.isGuarded(context, createReadTest(element, ['driver'])),
  );
}

/** Returns the elements of lists in the request that a clause iterates. */
function elementsOf(context: ClauseContext): readonly ValueOrigin[] {
  const found = new Map<string, ValueOrigin>();
  for (const { origin } of context.conditions)
    if (origin !== undefined && isIn(inputOrigin, origin))
      for (let length = 2; length <= origin.length; length += 1) {
        const element = origin.slice(0, length);
        if (isElement(element) && !isArgument(context, element)) found.set(originKey(element), element);
      }
  return [...found.values()];
}

/** Mark C: the clause accepts a storage for an image without a test of its mount point. */
function findImagePulls(reader: GuardReader, use: OriginUse, storage: ValueOrigin): readonly Span[] {
  const pull = createEqualsTest(storage, 'driver', 'image_guest_pull');
  const guard = createComparisonTest(storage, 'mount_point');
  return reader
    .contextsOf(use)
    .filter((context) => isUnguarded(context, new Set()))
    .map(({ clause }) => clause.span);

  function isUnguarded(context: ClauseContext, seen: Set<ClauseContext>): boolean {
    if (seen.has(context) || reader.isGuarded(context, guard)) return false;
    seen.add(context);
    return context.conditions.some((condition) => {
      if (condition.isNegated || condition.isSelection) return false;
      if (pull.matches(condition, false, reader.terms)) return true;
      const inner = condition.use;
      if (inner?.origins.some((origin) => isSameOrigin(origin, storage)) !== true) return false;
      return reader.follow(() => reader.contextsOf(inner).some((one) => isUnguarded(one, seen))) === true;
    });
  }
}

function isIn(root: ValueOrigin, origin: ValueOrigin): boolean {
  return origin.length > root.length && isWithin(origin, root);
}

/** Returns whether a value is an argument of the clause, or contains one. */
function isArgument({ origins }: ClauseContext, value: ValueOrigin): boolean {
  return origins.some((origin) => origin !== undefined && isWithin(origin, value));
}
