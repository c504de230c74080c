/** Generates a page for each rule and the table of all rules from the rules themselves. */
import { rules } from '#server/cli/rules.ts';
import { toPublicRuleId, type Example, type RuleInfo, type RuleLanguage } from '#server/engine/findings/rule.ts';
import { createSuppressionComment } from '#server/engine/findings/suppressions.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { readMarks } from '#test/support/manifests/expectationMarks.ts';
import { createPage, createTable } from './markdown.ts';

/** Returns the pages by path. */
export async function rulePages(): Promise<Record<string, string>> {
  const pages: Record<string, string> = { 'docs/rules/README.md': await ruleIndex() };
  for (const rule of rules) pages[`docs/rules/${rule.id}.md`] = page(rule);
  return pages;
}

/** Returns the page that lists all rules. */
async function ruleIndex(): Promise<string> {
  const rows = await Promise.all(
    rules.map(async (rule) => [
      `[${toPublicRuleId(rule.id)}](${rule.id}.md)`,
      rule.severity,
      rule.title(),
      await describeFixes(rule),
    ]),
  );
  return createPage([
    '# Rules',
    'This page lists the rules that the extension and `osc-tools lint` check. Each rule page describes the problem, its consequence, and the sources, with examples. `osc-tools lint --fix` applies safe fixes. Review an optional fix before you apply it in the editor, because other fixes are possible.',
    createTable(['rule', 'severity', 'problem', 'quick fix'], rows),
  ]);
}

function page(rule: RuleInfo): string {
  const parts = [
    `# ${toPublicRuleId(rule.id)}`,
    `**${rule.title()}** · ${rule.severity} · ${rule.appliesTo.map((kind) => (typeof kind === 'string' ? kind : kind())).join(', ')}`,
    rule.why(),
    ...rule.examples.flatMap((one, index) => example(one, index, rule.language ?? 'yaml')),
    '## Sources',
    rule.source.map((source) => `- ${source}`).join('\n'),
    '## Suppress or disable this rule',
    `To suppress one finding, add \`${createSuppressionComment(rule.id).trimEnd()} <reason>\` on the line above it. To disable the rule, add \`"${rule.id}": "off"\` to the \`osc.rules\` setting, or run \`osc-tools lint --rule ${rule.id}=off\`.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function example({ avoid, prefer, files, cluster, release }: Example, index: number, language: RuleLanguage): string[] {
  const code = (text: string) => fenced(text, language);
  const others = Object.entries(files ?? {}).map(
    ([name, text]) => `With \`${name}\` in the same folder:\n\n${fenced(text, 'yaml')}`,
  );
  const known =
    cluster === undefined
      ? []
      : [
          `Reported${release === undefined ? '' : ` for OSC ${release}`} while a cluster with these properties is open:\n\n${fenced(JSON.stringify(cluster, null, 2), 'json')}`,
        ];
  return [
    index === 0 ? '## Avoid' : '## Also avoid',
    code(withMarks(avoid)),
    ...others,
    ...known,
    '## Prefer',
    code(readMarks(prefer).text),
  ];
}

/**
 * Removes the expected result after the underline of each marker comment in an example, because the editor shows only
 * the underline.
 */
function withMarks(marked: string): string {
  return marked.replace(/^(\s*#\s*(?:\^+|<-+)) want.*$/gm, '$1');
}

function fenced(text: string, language: RuleLanguage | 'json'): string {
  return `\`\`\`${language}\n${text.trim().replaceAll(tooLong, cut)}\n\`\`\``;
}

/** Matches very long lines in examples. Readers don't need their complete content. */
const tooLong = /^.{2001,}$/gm;

function cut(line: string): string {
  return `${line.slice(0, 60)}... (${line.length} characters)`;
}

/** Returns the kind of quick fix that a rule has, based on its examples: `safe`, `optional`, or an empty string. */
async function describeFixes(rule: RuleInfo): Promise<string> {
  const found = await Promise.all(
    rule.examples.map(({ avoid, files, envFileOf, cluster }) =>
      check(readMarks(avoid).text, {
        hints: true,
        ...(rule.language === undefined ? {} : { language: rule.language }),
        ...(files === undefined ? {} : { files }),
        ...(envFileOf === undefined ? {} : { envFileOf }),
        ...(cluster === undefined ? {} : { cluster }),
      }),
    ),
  );
  const fixes = found
    .flat()
    .filter((finding) => finding.rule === toPublicRuleId(rule.id))
    .flatMap(({ finding }) => finding.fixes);
  return fixes.some(({ sure }) => sure) ? 'safe' : fixes.length > 0 ? 'optional' : '';
}
