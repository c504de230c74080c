/** Runs a tool. The input is unvalidated. The result is limited in size, and errors are returned as results. */
import { compareMustGathersResult } from '#core/assistants/results/compareMustGathers.ts';
import { explainDenialResult } from '#core/assistants/results/explainDenial.ts';
import { explainRuleResult } from '#core/assistants/results/explainRule.ts';
import { policyDiffResult } from '#core/assistants/results/policyDiff.ts';
import { writeRunbookResult } from '#core/assistants/results/writeRunbook.ts';
import { createToolError, type ToolResult } from '#core/assistants/toolResult.ts';
import { lintResult } from '#core/assistants/results/lint.ts';
import { mustGatherResult } from '#core/assistants/results/mustGather.ts';
import { policyResult } from '#core/assistants/results/policy.ts';
import { parseToolInput, type TextField, type ToolInput } from '#core/assistants/toolFields.ts';
import type { ToolName } from '#core/assistants/toolNames.ts';
import { checkPolicyTool } from '#core/assistants/tools/checkPolicy.ts';
import { compareMustGathersTool } from '#core/assistants/tools/compareMustGathers.ts';
import { explainDenialTool } from '#core/assistants/tools/explainDenial.ts';
import { explainRuleTool } from '#core/assistants/tools/explainRule.ts';
import { policyDiffTool } from '#core/assistants/tools/policyDiff.ts';
import { writeRunbookTool } from '#core/assistants/tools/writeRunbook.ts';
import { explainStatusTool } from '#core/assistants/tools/explainStatus.ts';
import { installStatusTool } from '#core/assistants/tools/installStatus.ts';
import { lintLanguages, lintTool } from '#core/assistants/tools/lint.ts';
import { listEventsTool } from '#core/assistants/tools/listEvents.ts';
import { readLogsTool } from '#core/assistants/tools/readLogs.ts';
import { preflightTool } from '#core/assistants/tools/preflight.ts';
import { reportMustGatherTool } from '#core/assistants/tools/reportMustGather.ts';
import { rightsTool } from '#core/assistants/tools/rights.ts';
import { edgeResources } from '#core/edge/table/edgePair.ts';
import { findRelease, newestRelease, type Release } from '#core/product/releases.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { ruleIds } from '#server/engine/findings/ruleIds.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { findRuleId, readRulePage } from './documentation.ts';
import type { ClusterToolBackend, ToolBackends, NamedText, PolicyInput } from './toolBackends.ts';
import type { ResolvedPath, AllowedRoots } from './allowedFolders.ts';

export interface RunToolOptions {
  readonly backends: ToolBackends;
  readonly roots: AllowedRoots;
  readonly signal: AbortSignal;
}

/**
 * Runs the tool.
 * @throws if the signal aborts, or because of an internal error
 */
export async function runTool(name: ToolName, input: unknown, running: RunToolOptions): Promise<ToolResult> {
  const answer = await answers[name](input, running);
  return answer.ok ? answer.value : createToolError(answer.error);
}

type Asked = (input: unknown, running: RunToolOptions) => Promise<Result<ToolResult, string>>;

const answers: Readonly<Record<ToolName, Asked>> = {
  osc_get_install_status: (input, running) =>
    ofCluster(installStatusTool.fields, input, running, (cluster) => cluster.installStatus(running.signal)),
  osc_preflight: (input, running) =>
    ofCluster(preflightTool.fields, input, running, (cluster) => cluster.preflight(running.signal)),
  osc_list_events: (input, running) =>
    ofCluster(listEventsTool.fields, input, running, (cluster, read) => cluster.listEvents(read, running.signal)),
  osc_check_rights: (input, running) =>
    ofCluster(rightsTool.fields, input, running, (cluster, { task }) => cluster.rights(task, running.signal)),
  osc_read_logs: (input, running) =>
    ofCluster(readLogsTool.fields, input, running, (cluster, read) => cluster.readLogs(read, running.signal)),
  osc_explain_status: explainStatus,
  osc_lint: lint,
  osc_check_policy: checkPolicy,
  osc_report_must_gather: reportMustGather,
  osc_compare_must_gathers: compareMustGathers,
  osc_explain_rule: explainRule,
  osc_explain_denial: explainDenial,
  osc_policy_diff: comparePolicies,
  osc_write_runbook: writeRunbook,
};

async function ofCluster<Of extends { readonly cluster: TextField }>(
  fields: Of,
  input: unknown,
  { backends: { cluster } }: RunToolOptions,
  run: (cluster: ClusterToolBackend, input: ToolInput<Of>) => Promise<Result<ToolResult, string>>,
): Promise<Result<ToolResult, string>> {
  const read = parseToolInput(fields, input);
  if (!read.ok) return read;
  if (cluster === undefined)
    return fail(
      'This server was started without a cluster, and an assistant cannot select one. Ask the user to restart it with "osc-tools mcp --context NAME".',
    );
  const wanted = read.value.cluster;
  if (wanted !== undefined && wanted !== cluster.context)
    return fail(`This server can access only the cluster ${cluster.context}.`);
  return run(cluster, read.value);
}

async function explainStatus(input: unknown, running: RunToolOptions): Promise<Result<ToolResult, string>> {
  const read = parseToolInput(explainStatusTool.fields, input);
  if (!read.ok) return read;
  const named = await textOf(read.value, running, explainStatusTool.fields.text.most);
  if (!named.ok) return named;
  return succeed(
    await running.backends.explain(
      named.value,
      edgeResources.find((resource) => resource === read.value.resource),
    ),
  );
}

async function lint(input: unknown, { backends, roots }: RunToolOptions): Promise<Result<ToolResult, string>> {
  const read = parseToolInput(lintTool.fields, input);
  if (!read.ok) return read;
  const { paths, text, language } = read.value;
  const release = releaseOf(read.value.release);
  if ((paths === undefined) === (text === undefined)) return fail('Specify either paths or text.');
  if (text !== undefined)
    return succeed(
      lintResult(
        await backends.lintText(text, lintLanguages.find((one) => one === language) ?? 'yaml', release),
        allParsers,
      ),
    );
  if (language !== undefined)
    return fail('The file name determines the language of a file. Specify a language only with text.');
  const places: ResolvedPath[] = [];
  for (const path of paths ?? []) {
    const place = await roots.find(path);
    if (!place.ok) return place;
    places.push(place.value);
  }
  const linted = await backends.lint(places, release, roots);
  return linted.ok ? succeed(lintResult(linted.value, allParsers)) : linted;
}

async function checkPolicy(input: unknown, running: RunToolOptions): Promise<Result<ToolResult, string>> {
  const read = parseToolInput(checkPolicyTool.fields, input);
  if (!read.ok) return read;
  const named = await textOf(read.value, running, checkPolicyTool.fields.text.most);
  if (!named.ok) return named;
  const checked = running.backends.policy(named.value, releaseOf(read.value.release));
  return checked.ok ? succeed(policyResult(checked.value, allParsers)) : checked;
}

async function reportMustGather(
  input: unknown,
  { backends, roots, signal }: RunToolOptions,
): Promise<Result<ToolResult, string>> {
  const read = parseToolInput(reportMustGatherTool.fields, input);
  if (!read.ok) return read;
  if (read.value.path === undefined) return fail('Specify the path of the must-gather.');
  const place = await roots.find(read.value.path);
  if (!place.ok) return place;
  const report = await backends.mustGather(place.value, signal);
  return report.ok
    ? succeed(mustGatherResult(place.value.name, report.value, allParsers))
    : fail(`Can't read ${place.value.name}: ${report.error}.`);
}

async function compareMustGathers(
  input: unknown,
  { backends, roots, signal }: RunToolOptions,
): Promise<Result<ToolResult, string>> {
  const read = parseToolInput(compareMustGathersTool.fields, input);
  if (!read.ok) return read;
  const places: ResolvedPath[] = [];
  for (const field of ['before', 'after'] as const) {
    const path = read.value[field];
    if (path === undefined) return fail(`Specify ${field}, the path of a must-gather.`);
    const place = await roots.find(path);
    if (!place.ok) return place;
    places.push(place.value);
  }
  const [before, after] = places;
  if (before === undefined || after === undefined) return fail('Specify two must-gathers.');
  const compared = await backends.compareMustGathers(before, after, signal);
  return compared.ok ? succeed(compareMustGathersResult(compared.value, allParsers)) : compared;
}

async function explainRule(input: unknown): Promise<Result<ToolResult, string>> {
  const read = parseToolInput(explainRuleTool.fields, input);
  if (!read.ok) return read;
  const { rule = '' } = read.value;
  const id = findRuleId(rule);
  if (id === undefined) {
    const nearest = findNearestName(rule.replace(/^osc\//, ''), ruleIds);
    const hint = nearest === undefined ? 'Findings contain the IDs of rules.' : `Did you mean osc/${nearest.name}?`;
    return fail(`No rule has this ID. ${hint}`);
  }
  const page = await readRulePage(id);
  return page.ok ? succeed(explainRuleResult(id, page.value, allParsers)) : page;
}

async function explainDenial(input: unknown, running: RunToolOptions): Promise<Result<ToolResult, string>> {
  const { fields } = explainDenialTool;
  const read = parseToolInput(fields, input);
  if (!read.ok) return read;
  const { policy, release, ...source } = read.value;
  const message = await textOf(source, running, fields.text.most);
  if (!message.ok) return message;
  if (policy === undefined) return succeed(explainDenialResult(message.value.text, undefined, allParsers));
  const rego = await textOf({ path: policy }, running, fields.text.most);
  if (!rego.ok) return rego;
  const evaluated = running.backends.evaluateDenials(message.value.text, rego.value, releaseOf(release));
  return evaluated.ok ? succeed(explainDenialResult(message.value.text, evaluated.value, allParsers)) : evaluated;
}

async function comparePolicies(input: unknown, running: RunToolOptions): Promise<Result<ToolResult, string>> {
  const read = parseToolInput(policyDiffTool.fields, input);
  if (!read.ok) return read;
  const { before, beforeText, after, afterText, release } = read.value;
  const old = await policyOf('before', before, beforeText, running);
  if (!old.ok) return old;
  const now = await policyOf('after', after, afterText, running);
  if (!now.ok) return now;
  const compared = running.backends.comparePolicies(old.value, now.value, releaseOf(release));
  return compared.ok ? succeed(policyDiffResult(compared.value, allParsers)) : compared;
}

/** Returns the policy in a field of osc_policy_diff. */
async function policyOf(
  field: 'before' | 'after',
  source: string | undefined,
  text: string | undefined,
  running: RunToolOptions,
): Promise<Result<PolicyInput, string>> {
  if ((source === undefined) === (text === undefined)) return fail(`Specify either ${field} or ${field}Text.`);
  if (text !== undefined) return succeed({ name: `${field}Text`, text });
  if (source !== undefined && running.backends.isDefaultPolicy(source)) return succeed({ name: source });
  return textOf({ path: source ?? '' }, running, policyDiffTool.fields.beforeText.most);
}

async function writeRunbook(input: unknown, { backends }: RunToolOptions): Promise<Result<ToolResult, string>> {
  const read = parseToolInput(writeRunbookTool.fields, input);
  if (!read.ok) return read;
  const { operation = '', part = '1' } = read.value;
  const script = await backends.writeRunbook(read.value);
  return script.ok ? succeed(writeRunbookResult(operation, script.value, Number(part), allParsers)) : script;
}

async function textOf(
  { text, path }: { readonly text?: string; readonly path?: string },
  { backends, roots }: RunToolOptions,
  most: number,
): Promise<Result<NamedText, string>> {
  if ((path === undefined) === (text === undefined)) return fail('Specify either text or path.');
  if (text !== undefined) return succeed({ name: 'text', text });
  const place = await roots.find(path ?? '');
  if (!place.ok) return place;
  if (place.value.isFolder) return fail(`${place.value.name} is a folder. Specify a file.`);
  const read = await backends.read(place.value);
  if (!read.ok) return fail(`Can't read ${place.value.name}: ${read.error}.`);
  return read.value.length > most
    ? fail(`${place.value.name} exceeds the limit of ${most} characters.`)
    : succeed({ name: place.value.name, text: read.value });
}

function releaseOf(id: string | undefined): Release {
  return (id === undefined ? undefined : findRelease(id)) ?? newestRelease;
}
