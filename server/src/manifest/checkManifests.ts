/** Runs the rules on the documents of a file. If a rule throws, the error is logged and the other rules still run. */
import { isKustomizeKind } from '#core/kinds/kustomization.ts';
import type { Release } from '#core/product/releases.ts';
import { canonicalizeUri } from '../engine/workspace/fileUri.ts';
import { listCustomObjects } from '../engine/workspace/crds/customObjects.ts';
import { withProvider } from '../engine/yaml/kustomization.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { takeWithinQuota } from '../engine/yaml/quota.ts';
import type { PlacedDocument, YamlDocument } from '../engine/yaml/yamlDocument.ts';
import { createRuleContext } from './documentContext.ts';
import { RuleInputs, RuleInputTracker } from './ruleInputs.ts';
import { TimeSlice } from '../engine/scheduling/timeSlice.ts';
import { providerIn } from '../engine/workspace/envFiles.ts';
import { manifestRules } from './rules/index.ts';
import { compareByPosition, type FileFinding } from '../engine/findings/fileFinding.ts';
import type { ManifestRule, RuleContext, Sibling } from '../engine/findings/rule.ts';
import { addFinding, type RuleFinding } from './addFinding.ts';
import { compareWithCrd } from './compareWithCrd.ts';
import { appliesToPatches, findingInDocument, pathInJsonPatch } from './patchFindings.ts';
import { listKubernetesPatches, listPatchObjects, type PatchObject } from './patchObjects.ts';
import { lazyRulesFor, loadLazyRules, rulesForListed, rulesForPatches, type LazyRules } from './rules/lazyRules.ts';
import { listKustomizations } from './listKustomizations.ts';
import type { ManifestEnvironment } from './manifestEnvironment.ts';
import { withinPart, withoutRepeatedKeys } from './safeFixes.ts';
import { findInTemplate } from './templateFindings.ts';
import { brokenManifest } from './rules/yaml/brokenManifest.ts';

/** Maximum number of findings per rule and document. More wouldn't help the user and would delay other work. */
const maxPerRule = 200;

/**
 * Returns all findings of a file, sorted by position, for as many documents as the quota allows. Yields to other work.
 * If a document can't be checked, the error is logged and the others are still checked.
 * @returns undefined if `isStale` returned true, because the findings are no longer needed
 */
export async function checkFile(
  uri: string,
  documents: readonly PlacedDocument[],
  environment: ManifestEnvironment,
  isStale: () => boolean = () => false,
): Promise<FileFinding[] | undefined> {
  const found: FileFinding[] = [];
  const siblings: Placed[] = [];
  const lazy = await loadLazyRules(uri, documents, environment);
  if (isStale()) return undefined;
  const slice = new TimeSlice();
  // Which objects exist depends on the values, so the rules that use several objects don't run.
  const hasStatements = documents.some(({ document }) => document.hasStatements);
  let position = 0;
  // After an edit, the results of nearly all documents are cached, so this loop does only the necessary work for them.
  for (const placed of takeWithinQuota(documents, lazy.mayBeChecked)) {
    const { document } = placed;
    const known = knownFindings(document, environment, lazy);
    if (known === undefined) {
      const steps = findLocal(document, uri, environment, lazy);
      const goesOn = (): boolean => {
        let more = false;
        alone(environment, () => {
          const step = steps.next();
          if (step.done === true)
            for (const finding of step.value) addFinding(found, finding, placed, uri, environment);
          else more = true;
        });
        return more;
      };
      while (goesOn()) {
        if (!slice.isOver) continue;
        await slice.pause();
        if (isStale()) return undefined;
      }
    } else if (known.length > 0) {
      alone(environment, () => {
        for (const finding of known) addFinding(found, finding, placed, uri, environment);
      });
    }
    const join = () => {
      if (!isBroken(document) && !hasStatements && !document.isHelm)
        for (const manifest of document.manifests) siblings.push({ manifest, position: position++, placed });
    };
    if (known !== undefined) {
      join();
      continue;
    }
    alone(environment, join);
    if (!slice.isOver) continue;
    await slice.pause();
    if (isStale()) return undefined;
  }
  const isPatch = environment.workspace?.overlays.patchFiles.has(canonicalizeUri(uri)) === true;
  const kustomizations = listKustomizations(documents, uri, isPatch).filter(({ placed }) => !isBroken(placed.document));
  const customObjects = listCustomObjects(documents, environment.workspace?.crds ?? [], uri, {
    checksAll: environment.checksKubernetes === true || siblings.length > 0,
  });
  siblings.push(...[...kustomizations, ...customObjects].map((one): Placed => ({ ...one, position: position++ })));
  const wide = await findWide(siblings, uri, environment, lazy, slice, isStale);
  return wide === undefined ? undefined : [...found, ...wide].sort(compareByPosition);
}

/**
 * Runs the rules that also use other documents and files.
 * @returns undefined if `isStale` returned true
 */
async function findWide(
  siblings: readonly Placed[],
  uri: string,
  environment: ManifestEnvironment,
  lazy: LazyRules,
  slice: TimeSlice,
  isStale: () => boolean,
): Promise<FileFinding[] | undefined> {
  const found: FileFinding[] = [];
  const around = new RuleInputs(
    { release: environment.release, workspace: environment.workspace, cluster: environment.cluster },
    siblings,
  );
  for (const sibling of siblings) {
    const known = knownWideFindings(sibling, around, lazy);
    if (known !== undefined && known.length === 0) continue;
    alone(environment, () => {
      for (const finding of known ?? wideFindings(sibling, uri, environment, around, lazy))
        addFinding(found, finding, sibling.placed, uri, environment);
    });
    if (known !== undefined || !slice.isOver) continue;
    await slice.pause();
    if (isStale()) return undefined;
  }
  return found;
}

interface Placed extends Sibling {
  readonly placed: PlacedDocument;
}

/** Runs the work for one document. Logs errors instead of throwing them. */
function alone(environment: ManifestEnvironment, work: () => void): void {
  try {
    work();
  } catch (error) {
    environment.onError(
      `Can't check a document: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

const localRules = manifestRules.filter((rule) => rule.needs === undefined && rule.reads !== 'syntax');
const completeRules = localRules.filter((rule) => rule.mayBeAdded !== true);
const syntaxRules = manifestRules.filter((rule) => rule.reads === 'syntax');
const allButSyntax = manifestRules.filter((rule) => rule.reads !== 'syntax');
const wideRules = manifestRules.filter((rule) => rule.needs !== undefined);

/** Cached findings of the rules that use only the document. They are valid as long as its text doesn't change. */
const kept = new WeakMap<
  YamlDocument,
  {
    release: Release;
    severities: ManifestEnvironment['severities'];
    meaning: string;
    findings: readonly RuleFinding[];
  }
>();

/** Generator that collects the findings of a document in steps. Yields between the rules for embedded data. */
type LocalSteps = Generator<undefined, readonly RuleFinding[], undefined>;

function knownFindings(
  document: YamlDocument,
  { release, severities }: ManifestEnvironment,
  { meaning }: LazyRules,
): readonly RuleFinding[] | undefined {
  const known = kept.get(document);
  // Embedded data is summarized in one finding, and severities determine whether it exists.
  return known?.release === release && known.meaning === meaning && (!document.packs || known.severities === severities)
    ? known.findings
    : undefined;
}

function* findLocal(
  document: YamlDocument,
  uri: string,
  environment: ManifestEnvironment,
  lazy: LazyRules,
): LocalSteps {
  const { template, actions } = document.parsed;
  if (template) return keep(document, environment, lazy, []);
  if (actions !== undefined) {
    const check = (one: YamlDocument) => findInDocument(one, uri, environment, lazy);
    return keep(document, environment, lazy, yield* findInTemplate(document, actions, check));
  }
  const found: RuleFinding[] = [];
  for (const finding of findInDocument(document, uri, environment, lazy)) {
    if (finding === undefined) yield;
    else found.push(finding);
  }
  return keep(document, environment, lazy, found);
}

/** Yields the findings in a document, and undefined between the lazily loaded rules. */
function* findInDocument(
  document: YamlDocument,
  uri: string,
  environment: ManifestEnvironment,
  lazy: LazyRules,
): Generator<RuleFinding | undefined, void, undefined> {
  const contextOf = (manifest: Manifest) => createRuleContext(manifest, document, uri, environment);
  // For a document that can't be parsed, only the syntax finding is reliable. The other rules run after it's fixed.
  if (isBroken(document)) {
    const manifest = document.manifest ?? brokenManifest(document);
    if (manifest !== undefined) yield* runRules(syntaxRules, contextOf(manifest), environment);
    return;
  }
  // Other parts of a template might add what is missing.
  const rules = document.isHelm ? completeRules : localRules;
  const others = lazyRulesFor(document, lazy);
  for (const manifest of document.manifests) {
    const context = contextOf(manifest);
    if (!takesEnvFiles(manifest)) yield* runRules(rules, context, environment);
    for (const rule of rulesFor(others, manifest.kind.id)) {
      yield;
      yield* withoutRepeatedKeys(runRule(rule, context, environment), manifest.root);
    }
  }
  for (const manifest of lazy.listObjects(document)) {
    yield;
    yield* runRules(rulesForListed(manifest, document, lazy), contextOf(manifest), environment);
  }
}

function keep(
  document: YamlDocument,
  { release, severities }: ManifestEnvironment,
  { meaning }: LazyRules,
  findings: readonly RuleFinding[],
): readonly RuleFinding[] {
  kept.set(document, { release, severities, meaning, findings });
  return findings;
}

/**
 * Cached findings of the rules that also use other documents and files. They are valid as long as these inputs don't
 * change.
 */
const keptWide = new WeakMap<
  Manifest,
  { reads: RuleInputTracker; meaning: string; findings: readonly RuleFinding[] }
>();

function knownWideFindings(
  { manifest, position }: Placed,
  around: RuleInputs,
  { meaning }: LazyRules,
): readonly RuleFinding[] | undefined {
  const known = keptWide.get(manifest);
  return known?.meaning === meaning && known.reads.stillHold(around, position) ? known.findings : undefined;
}

function wideFindings(
  { manifest, position, placed }: Placed,
  uri: string,
  environment: ManifestEnvironment,
  around: RuleInputs,
  lazy: LazyRules,
): readonly RuleFinding[] {
  const reads = new RuleInputTracker(around, position);
  const findings = [
    ...runRules(
      // The findings in kustomizations and in objects that only a CRD defines aren't stored with the document.
      placed.document.manifests.includes(manifest) && !takesEnvFiles(manifest) ? wideRules : allButSyntax,
      createRuleContext(withEnvFiles(manifest, uri, environment, reads), placed.document, uri, environment, {
        siblings: around.siblings,
        position,
        reads,
      }),
      environment,
    ),
  ];
  if (isKustomizeKind(manifest.kind))
    findings.push(...patchFindings(manifest, placed.document, uri, environment, reads, lazy));
  keptWide.set(manifest, { reads, meaning: lazy.meaning, findings });
  return findings;
}

const patchRules = localRules.filter(appliesToPatches);

/** Returns the findings in the patches of a kustomization or of a patch file. */
function patchFindings(
  manifest: Manifest,
  document: YamlDocument,
  uri: string,
  environment: ManifestEnvironment,
  reads: RuleInputTracker,
  lazy: LazyRules,
): readonly RuleFinding[] {
  const { workspace } = environment;
  const targets = workspace === undefined ? [] : reads.noting(workspace).overlays.targetsOf(uri);
  const found = (object: PatchObject, rules: readonly ManifestRule[]) =>
    runRules(rules, createRuleContext(object.manifest, object.document, uri, environment), environment).flatMap(
      ({ rule, finding }) => {
        const { manifest: patched, document: placed, isFromJsonPatch } = object;
        const path = isFromJsonPatch ? pathInJsonPatch(patched.root, finding) : undefined;
        const certain = compareWithCrd(
          { rule, finding, manifest: patched, path },
          { uri, text: placed.text },
          {
            release: environment.release,
            workspace: workspace === undefined ? undefined : reads.noting(workspace),
          },
        );
        const moved = findingInDocument(certain, object);
        return moved === undefined ? [] : [{ rule, manifest, finding: moved }];
      },
    );
  return [
    ...listPatchObjects(manifest, document, targets).flatMap((object) => found(object, patchRules)),
    ...(lazy.createPatchedEntry === undefined
      ? []
      : listKubernetesPatches(manifest, document, targets, {
          isChecked: lazy.checksPatch,
          createEntry: lazy.createPatchedEntry,
        })
    ).flatMap((object) => found(object, rulesForPatches(lazy))),
  ];
}

/** Returns whether the object takes keys from env files, so that its own document doesn't contain all data. */
function takesEnvFiles({ kind, envFiles = [] }: Manifest): boolean {
  return envFiles.length > 0 && kind.kind === 'ConfigMap';
}

function withEnvFiles(
  manifest: Manifest,
  uri: string,
  { workspace }: ManifestEnvironment,
  reads: RuleInputTracker,
): Manifest {
  if (workspace === undefined || !takesEnvFiles(manifest)) return manifest;
  return withProvider(manifest, providerIn(uri, manifest.envFiles ?? [], reads.noting(workspace).envProviders));
}

/** Returns whether the document can't be parsed. A document with duplicate keys can. */
function isBroken(document: YamlDocument): boolean {
  return document.parsed.problems.some((problem) => problem.code !== 'DUPLICATE_KEY');
}

function runRules(
  rules: readonly ManifestRule[],
  context: RuleContext,
  environment: ManifestEnvironment,
): readonly RuleFinding[] {
  const out: RuleFinding[] = [];
  for (const rule of rulesFor(rules, context.manifest.kind.id)) {
    const found = runRule(rule, context, environment);
    if (found.length > 0) out.push(...found);
  }
  return withoutRepeatedKeys(out, context.manifest.root);
}

const none: readonly RuleFinding[] = [];

function runRule(rule: ManifestRule, context: RuleContext, environment: ManifestEnvironment): readonly RuleFinding[] {
  const { manifest } = context;
  if (rule.releases !== undefined && !rule.releases(environment.release)) return none;
  if (rule.needs?.includes('workspace') === true && environment.workspace === undefined) return none;
  if (rule.needs?.includes('cluster') === true && context.cluster === undefined) return none;
  let out: RuleFinding[] | undefined;
  try {
    for (const finding of rule.check(context)) {
      out ??= [];
      out.push({ rule, manifest, finding: withinPart(finding, manifest) });
      if (out.length === maxPerRule) break;
    }
  } catch (error) {
    environment.onError(
      `rule ${rule.id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  return out ?? none;
}

const byId = new WeakMap<readonly ManifestRule[], Map<string, readonly ManifestRule[]>>();

/** Returns the rules that check this kind. */
function rulesFor(rules: readonly ManifestRule[], id: string): readonly ManifestRule[] {
  const known = byId.get(rules) ?? new Map<string, readonly ManifestRule[]>();
  byId.set(rules, known);
  const own = known.get(id) ?? rules.filter(({ appliesTo }) => appliesTo.includes(id));
  known.set(id, own);
  return own;
}
