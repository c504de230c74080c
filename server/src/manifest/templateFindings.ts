/**
 * Checks a Helm template. Each branch is checked in a rendered result that contains it. A finding must not depend on
 * the content of other branches, so it's reported only if it also exists in a result without those branches.
 */
import type { Template, TemplateBranch, TemplateText } from '../engine/yaml/parse/template.ts';
import { YamlDocument } from '../engine/yaml/yamlDocument.ts';
import type { Finding } from '../engine/findings/rule.ts';
import type { RuleFinding } from './addFinding.ts';

/** Maximum number of results of one template that are checked, and their total length in characters. */
const maxResults = 24;
const maxLength = 1_000_000;

/**
 * Returns the findings in a template. Yields between the rendered results.
 * @param check returns the findings in one rendered result, with their positions in the template
 */
export function* findInTemplate(
  { text, parsed }: YamlDocument,
  template: Template,
  check: (document: YamlDocument) => Iterable<RuleFinding | undefined>,
): Generator<undefined, readonly RuleFinding[], undefined> {
  const most = Math.max(2, Math.min(maxResults, Math.floor(maxLength / text.length)));
  const known = new Map<string, readonly RuleFinding[]>();
  const findingsIn = (rendered: TemplateText): readonly RuleFinding[] => {
    const found =
      known.get(rendered.text) ??
      (known.size < most ? checkResult(YamlDocument.ofBranch(text, template, rendered), check) : []);
    known.set(rendered.text, found);
    return found;
  };
  const places: readonly (TemplateBranch | undefined)[] = [undefined, ...template.branches.slice(0, most)];
  const out: RuleFinding[] = [];
  for (const branch of parsed.template ? [] : places) {
    yield;
    const found = findingsIn(template.render(branch)).filter(
      ({ finding }) => template.branchAt(finding.start) === branch,
    );
    if (found.length === 0) continue;
    yield;
    const others = new Set(findingsIn(template.render(branch, true)).map(idOf));
    for (const one of found)
      if (others.has(idOf(one))) out.push({ ...one, finding: withoutUnsafeFixes(one.finding, text, template) });
  }
  return out;
}

function checkResult(
  document: YamlDocument,
  check: (document: YamlDocument) => Iterable<RuleFinding | undefined>,
): readonly RuleFinding[] {
  return document.parsed.template ? [] : [...check(document)].filter((finding) => finding !== undefined);
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
