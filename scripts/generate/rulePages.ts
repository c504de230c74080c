/** Generates a page for each rule and the table of all rules from the rules themselves. */
import type { Severity } from '#core/common/severity.ts';
import { newestRelease } from '#core/product/releases.ts';
import { renderSource, splitSources } from '#core/product/sourceLinks.ts';
import type { ClusterFacts } from '#server/protocol/clusterFacts.ts';
import { rules } from '#server/cli/rules.ts';
import { toPublicRuleId, type Example, type RuleInfo, type RuleLanguage } from '#server/engine/findings/rule.ts';
import { findRuleDocs } from '#server/engine/findings/ruleDocs.ts';
import { createSuppressionComment } from '#server/engine/findings/suppressions.ts';
import { check, type Checked } from '#test/support/manifests/checkText.ts';
import { toCheckOptions } from '#test/support/manifests/exampleOptions.ts';
import { readMarks } from '#test/support/manifests/expectationMarks.ts';
import { createPage, createTable } from './markdown.ts';

/** Returns the pages by path. */
export async function rulePages(): Promise<Record<string, string>> {
  const pages: Record<string, string> = { 'docs/rules/README.md': await ruleIndex() };
  for (const rule of rules) pages[`docs/rules/${rule.id}.md`] = await page(rule);
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
    'Use this page to look up a finding of the extension or `osc-tools lint`. The page of each rule explains what the rule found, what breaks, and how to fix it, with examples.',
    'A quick fix is one of the following:\n\n- `safe`: the only reasonable fix. `osc-tools lint --fix` applies it.\n- `optional`: one of several possible fixes. Review it, and apply it in the editor.',
    createTable(['rule', 'severity', 'problem', 'quick fix'], rows),
  ]);
}

/** Names for kinds whose ID isn't their name. */
const kindNames: Readonly<Record<string, string>> = {
  'NodeFeatureRule-k8s-sigs': 'NodeFeatureRule (nfd.k8s-sigs.io)',
  CustomResource: 'custom resources whose CRD is in the workspace',
};

async function page(rule: RuleInfo): Promise<string> {
  const kinds = rule.appliesTo
    .map((kind) => (typeof kind === 'string' ? (kindNames[kind] ?? kind) : kind()))
    .join(', ');
  const examples = await Promise.all(rule.examples().map((one, index) => example(rule, one, index)));
  const parts = [
    `# ${toPublicRuleId(rule.id)}`,
    `**${rule.title()}** · severity: ${severityNames[rule.severity]}`,
    rule.why(),
    `Checked files: ${kinds}`,
    ...describeDocs(rule),
    ...examples.flat(),
    '## Sources',
    splitSources(rule.source)
      .map((source) => `- ${renderSource(source)}`)
      .join('\n'),
    '## Suppress or disable this rule',
    `To suppress one finding, add \`${createSuppressionComment(rule.id).trimEnd()} <reason>\` on the line above it. To disable the rule, add \`"${rule.id}": "off"\` to the \`osc.rules\` setting, or run \`osc-tools lint --rule ${rule.id}=off\`.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the link to the product documentation or the specification that explains the rule, if there is one. */
function describeDocs(rule: RuleInfo): string[] {
  const docs = findRuleDocs(rule, newestRelease);
  return docs === undefined || docs.url.startsWith('https://github.com/')
    ? []
    : [`Documentation: [${docs.title}](${docs.url})`];
}

const severityNames: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'information',
  hint: 'hint (`osc-tools lint` displays hints only with `--hints`)',
};

async function example(rule: RuleInfo, one: Example, index: number): Promise<string[]> {
  const { avoid, prefer, files, envFileOf, cluster } = one;
  const code = (text: string) =>
    fenced(text, envFileOf === undefined ? (one.language ?? rule.language ?? 'yaml') : 'properties');
  const others = Object.entries(files ?? {}).map(
    ([name, text]) => `With \`${name}\` in the same folder:\n\n${fenced(text, 'yaml')}`,
  );
  const known = cluster === undefined ? [] : [describeCluster(cluster)];
  const headings = prefer === undefined ? ['## Example', '## Another example'] : ['## Avoid', '## Also avoid'];
  return [
    headings[index === 0 ? 0 : 1] ?? '',
    ...(await describeSelection(rule, one)),
    code(withMarks(avoid)),
    ...others,
    ...known,
    ...(await describeFindings(rule, one)),
    ...(prefer === undefined ? [] : ['## Prefer', code(readMarks(prefer).text)]),
  ];
}

/** Returns the release and the Kata version that a user must select to get the findings of an example. */
async function describeSelection(rule: RuleInfo, one: Example): Promise<readonly string[]> {
  const { kataVersion, ...unselected } = one;
  if (one.release !== undefined) return [`With OSC ${one.release} selected as the release:`];
  if (kataVersion === undefined) return [];
  // An example can select a version only to avoid the findings of other rules.
  const [selectedText, text] = await Promise.all([describeFindings(rule, one), describeFindings(rule, unselected)]);
  return selectedText.join() === text.join() ? [] : [`With Kata ${kataVersion} selected as the Kata version:`];
}

/** Returns the properties of the cluster in an example that cause the finding. */
function describeCluster({ release, runtimeClasses, allowedInstanceTypes: types, nodes }: ClusterFacts): string {
  const lines = [
    ...(release === undefined ? [] : [`- Installed release: OSC ${release}`]),
    ...(runtimeClasses === undefined ? [] : [`- Runtime classes: only ${codeList(runtimeClasses)}`]),
    ...(types === undefined
      ? []
      : [
          `- Instance types allowed by \`peer-pods-cm\`: ${codeList(types.types)}`,
          `- Default instance type: \`${types.default ?? ''}\``,
        ]),
    ...(nodes ?? []).map(
      ({ name, labels }) =>
        `- Labels of the node \`${name}\`: ${codeList(Object.entries(labels).map(([key, value]) => `${key}: "${value}"`))}`,
    ),
  ];
  return `This example is reported if the open cluster has these properties:\n\n${lines.join('\n')}`;
}

const codeList = (items: readonly string[]) => items.map((item) => `\`${item}\``).join(', ');

/**
 * Returns the findings in an example as the user sees them. Omits those about a cluster, which contain the local time.
 */
async function describeFindings(rule: RuleInfo, one: Example): Promise<string[]> {
  if (one.cluster !== undefined) return [];
  const found = (await checkExample(rule, one)).filter((finding) => finding.rule === toPublicRuleId(rule.id));
  const lines = found.map(({ severity, message }) => `${severity === 'info' ? 'information' : severity}: ${message}`);
  return [`Reported:\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``];
}

/**
 * Keeps only the underline of each mark, as it appears in the editor. Omits a marker for the end of a YAML document,
 * which only prevents a fix.
 */
function withMarks(marked: string): string {
  return marked.replace(/^(\s*#\s*(?:\^+|<-+)) want.*$/gm, '$1').replace(/^\.\.\.\n$/m, '');
}

function fenced(text: string, language: RuleLanguage | 'properties'): string {
  const shortened = text.replaceAll(tooManyLines, cutLines).trim().replaceAll(tooLong, cut);
  return `\`\`\`${language}\n${shortened}\n\`\`\``;
}

/** Matches long lines in examples, such as encoded policies. Readers don't need their complete content. */
const tooLong = /^.{161,}$/gm;
/** Matches the many empty lines of an example for a long file. */
const tooManyLines = /\n{100,}/g;

function cut(line: string): string {
  const start = line.slice(0, 100);
  return /^[#\s^<-]*$/.test(line) ? start : `${start}... (${line.length} characters)`;
}

function cutLines(lines: string): string {
  return `\n\n# ... (${lines.length - 1} more lines)`;
}

/** Returns the kind of quick fix that a rule has, based on its examples: `safe`, `optional`, or an empty string. */
async function describeFixes(rule: RuleInfo): Promise<string> {
  const found = await Promise.all(rule.examples().map((one) => checkExample(rule, one)));
  const fixes = found
    .flat()
    .filter((finding) => finding.rule === toPublicRuleId(rule.id))
    .flatMap(({ finding }) => finding.fixes);
  return fixes.some(({ sure }) => sure) ? 'safe' : fixes.length > 0 ? 'optional' : '';
}

/** Returns all findings in an example. */
function checkExample(rule: RuleInfo, one: Example): Promise<Checked[]> {
  return check(readMarks(one.avoid).text, { ...toCheckOptions(rule, one), hints: true });
}
