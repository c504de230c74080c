/**
 * Checks a Helm template. Each branch is checked in a rendered result that contains it. A finding must not depend on
 * the content of other branches, so it's reported only if it also exists in a result without those branches.
 */
import type { Template, TemplateBranch, TemplateText } from '../engine/yaml/parse/template.ts';
import type { YamlNode } from '../engine/yaml/node.ts';
import { YamlDocument } from '../engine/yaml/yamlDocument.ts';
import type { Finding } from '../engine/findings/rule.ts';
import type { RuleFinding } from './addFinding.ts';

/**
 * Returns the findings in a template. Yields between the rendered results.
 * @param check returns the findings in one rendered result, with their positions in the template
 */
export function* findInTemplate(
  { text, parsed }: YamlDocument,
  template: Template,
  check: (document: YamlDocument) => Iterable<RuleFinding | undefined>,
): Generator<undefined, readonly RuleFinding[], undefined> {
  const results = new Map<string, Result>();
  const resultOf = (rendered: TemplateText): Result => {
    const known = results.get(rendered.text) ?? { document: YamlDocument.ofBranch(text, template, rendered) };
    results.set(rendered.text, known);
    return known;
  };
  const findingsIn = (result: Result): readonly RuleFinding[] =>
    (result.findings ??= checkResult(result.document, check));
  const places: readonly (TemplateBranch | undefined)[] = [undefined, ...template.checkedBranches];
  const out: RuleFinding[] = [];
  for (const branch of parsed.template ? [] : places) {
    yield;
    const all = resultOf(template.render(branch));
    const excluded = listConflicts(all.document.parsed.root, template, branch);
    const result = excluded.size === 0 ? all : resultOf(template.render(branch, false, excluded));
    const found = findingsIn(result).filter(({ finding }) => template.branchAt(finding.start) === branch);
    if (found.length === 0) continue;
    yield;
    const others = new Set(findingsIn(resultOf(template.render(branch, true))).map(idOf));
    for (const one of found)
      if (others.has(idOf(one))) out.push({ ...one, finding: withoutUnsafeFixes(one.finding, text, template) });
  }
  return out;
}

/** A result of a template with its findings, which are determined on first use. */
interface Result {
  readonly document: YamlDocument;
  findings?: readonly RuleFinding[];
}

function checkResult(
  document: YamlDocument,
  check: (document: YamlDocument) => Iterable<RuleFinding | undefined>,
): readonly RuleFinding[] {
  return document.parsed.template ? [] : [...check(document)].filter((finding) => finding !== undefined);
}

/**
 * Returns the other branches that set a key which a branch or its parents also set. A valid result doesn't contain
 * both, because a key can occur only once in a mapping.
 */
function listConflicts(
  root: YamlNode | undefined,
  template: Template,
  branch: TemplateBranch | undefined,
): ReadonlySet<TemplateBranch> {
  const own = new Set<TemplateBranch | undefined>([undefined]);
  for (let at = branch; at !== undefined; at = at.parent) own.add(at);
  const conflicts = new Set<TemplateBranch>();
  for (const starts of root === undefined ? [] : listRepeatedKeys(root)) {
    const owners = starts.map((start) => template.branchAt(start));
    if (!owners.some((owner) => own.has(owner))) continue;
    for (const owner of owners) if (owner !== undefined && !own.has(owner)) conflicts.add(owner);
  }
  return conflicts;
}

/** Yields the offsets of each key that occurs several times in a mapping. */
function* listRepeatedKeys(node: YamlNode): Generator<readonly number[]> {
  if (node.borrowed || node.type === 'scalar') return;
  if (node.type === 'seq') {
    for (const item of node.items) yield* listRepeatedKeys(item);
    return;
  }
  const starts = new Map<string, number[]>();
  for (const { key, value, borrowed } of node.entries) {
    if (borrowed) continue;
    yield* listRepeatedKeys(value);
    if (key.unknown) continue;
    const known = starts.get(key.text);
    if (known === undefined) starts.set(key.text, [key.start]);
    else known.push(key.start);
  }
  for (const each of starts.values()) if (each.length > 1) yield each;
}

function idOf({ rule, finding }: RuleFinding): string {
  return `${rule.id} ${finding.start} ${finding.end}`;
}

/** Removes the fixes that would change or remove an action that isn't part of a removed line. */
function withoutUnsafeFixes(finding: Finding, text: string, template: Template): Finding {
  const fixes = finding.fixes?.filter(({ edits }) =>
    edits.every(
      (edit) =>
        !template.hasActionIn(edit.start, edit.end) ||
        (edit.text === '' && !text.slice(edit.start, edit.end).trimEnd().includes('\n')),
    ),
  );
  return fixes === undefined ? finding : { ...finding, fixes };
}
