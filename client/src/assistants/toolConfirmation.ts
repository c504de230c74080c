/**
 * Creates the prompt that the user confirms before an assistant uses a tool. The prompt names the data that the tool
 * reads, the cluster, and the user of the kubeconfig context. It also states that the assistant receives the results.
 * All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { parseToolInput, type ToolInput } from '#core/assistants/toolFields.ts';
import type { ClusterToolName, ToolName } from '#core/assistants/toolNames.ts';
import { checkPolicyTool } from '#core/assistants/tools/checkPolicy.ts';
import { compareMustGathersTool } from '#core/assistants/tools/compareMustGathers.ts';
import { explainDenialTool } from '#core/assistants/tools/explainDenial.ts';
import { explainStatusTool } from '#core/assistants/tools/explainStatus.ts';
import { lintTool } from '#core/assistants/tools/lint.ts';
import { policyDiffTool } from '#core/assistants/tools/policyDiff.ts';
import { reportMustGatherTool } from '#core/assistants/tools/reportMustGather.ts';
import { parseTarget } from '#core/logs/pods/podLogTarget.ts';
import { parseObjectArgument } from '#core/oc/objectArgument.ts';
import { sanitizeMarkdown } from '#core/text/sanitize.ts';
import { formatCount } from '#core/text/counts.ts';
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import { clusterTools, openFor } from './askCluster.ts';
import type { ToolConfirmation } from './assistantsFeature.ts';
import { joinSentences } from '#core/text/grammar.ts';

type EventsInput = ToolInput<typeof clusterTools.osc_list_events.fields>;
type LogsInput = ToolInput<typeof clusterTools.osc_read_logs.fields>;
type Cluster = Pick<OpenCluster, 'context' | 'server' | 'user' | 'reach'>;

/** Maximum number of paths in a prompt. */
const mostShown = 10;

/**
 * Returns the confirmation prompt for a tool call.
 * @param input any value, as the assistant sent it
 * @param open the open clusters
 * @param folders the workspace folders of the window
 */
export function questionOf(
  name: ToolName,
  input: unknown,
  open: readonly Cluster[],
  folders: readonly string[],
): ToolConfirmation {
  switch (name) {
    case 'osc_get_install_status': {
      const message: AboutCluster = (context, server, user) =>
        l10n.t`Reads the Kata installation status on ${context} (${server}) as ${user}. Makes no changes. The assistant receives the results.`;
      const title = l10n.t`Read the Kata installation status on a cluster?`;
      return ofCluster({ doing: l10n.t`Reading the installation status`, title, message }, input, open);
    }
    case 'osc_preflight':
      return preflightQuestion(input, open);
    case 'osc_list_events':
      return eventsQuestion(input, open);
    case 'osc_check_rights':
      return permissionQuestion(input, open);
    case 'osc_read_logs':
      return logsQuestion(input, open);
    default:
      return fileQuestion(name, input, folders);
  }
}

/** Returns the confirmation prompt for a tool that contacts no cluster. */
function fileQuestion(
  name: Exclude<ToolName, ClusterToolName>,
  input: unknown,
  folders: readonly string[],
): ToolConfirmation {
  switch (name) {
    case 'osc_lint': {
      const read = parseToolInput(lintTool.fields, input);
      return {
        doing: l10n.t`Checking files`,
        title: l10n.t`Check manifests and policies?`,
        message: joinSentences(reads(read.ok ? read.value.paths : undefined, folders), harmless()),
      };
    }
    case 'osc_check_policy': {
      const read = parseToolInput(checkPolicyTool.fields, input);
      return {
        doing: l10n.t`Checking the policy`,
        title: l10n.t`Check an agent policy?`,
        message: joinSentences(reads(read.ok ? several(read.value.path) : undefined, folders), harmless()),
      };
    }
    case 'osc_explain_status': {
      const read = parseToolInput(explainStatusTool.fields, input);
      return {
        doing: l10n.t`Explaining the status`,
        title: l10n.t`Explain a status?`,
        message: joinSentences(reads(read.ok ? several(read.value.path) : undefined, folders), harmless()),
      };
    }
    case 'osc_report_must_gather': {
      const read = parseToolInput(reportMustGatherTool.fields, input);
      return {
        doing: l10n.t`Reading the must-gather`,
        title: l10n.t`Create a must-gather report?`,
        message: joinSentences(
          reads(read.ok ? several(read.value.path) : undefined, folders),
          harmless(),
          l10n.t`The report contains node, namespace, and image names.`,
        ),
      };
    }
    case 'osc_compare_must_gathers': {
      const read = parseToolInput(compareMustGathersTool.fields, input);
      const { before, after } = read.ok ? read.value : {};
      return {
        doing: l10n.t`Reading the must-gathers`,
        title: l10n.t`Compare two must-gathers?`,
        message: joinSentences(
          reads(several(before, after), folders),
          harmless(),
          l10n.t`The report contains node, namespace, and image names.`,
        ),
      };
    }
    default:
      return documentQuestion(name, input, folders);
  }
}

/** Tools that explain, compare, or write a text. */
type DocumentToolName = 'osc_explain_rule' | 'osc_explain_denial' | 'osc_policy_diff' | 'osc_write_runbook';

function documentQuestion(name: DocumentToolName, input: unknown, folders: readonly string[]): ToolConfirmation {
  switch (name) {
    case 'osc_explain_rule':
      return {
        doing: l10n.t`Reading the documentation of the rule`,
        title: l10n.t`Explain a rule?`,
        message: joinSentences(l10n.t`Reads the documentation of the rule.`, harmless()),
      };
    case 'osc_explain_denial': {
      const read = parseToolInput(explainDenialTool.fields, input);
      const { path, policy } = read.ok ? read.value : {};
      return {
        doing: l10n.t`Explaining the policy denial`,
        title: l10n.t`Explain a policy denial?`,
        message: joinSentences(reads(several(path, policy), folders), harmless()),
      };
    }
    case 'osc_policy_diff': {
      const read = parseToolInput(policyDiffTool.fields, input);
      const { before, after } = read.ok ? read.value : {};
      return {
        doing: l10n.t`Comparing the policies`,
        title: l10n.t`Compare two agent policies?`,
        message: joinSentences(reads(several(before, after), folders), harmless()),
      };
    }
    default:
      return {
        doing: l10n.t`Generating the runbook`,
        title: l10n.t`Generate a runbook?`,
        message: joinSentences(l10n.t`Generates a script as text, and doesn't run it.`, harmless()),
      };
  }
}

/** Returns the paths that are defined, or undefined if there are none. */
function several(...paths: readonly (string | undefined)[]): readonly string[] | undefined {
  const defined = paths.flatMap((path) => path ?? []);
  return defined.length === 0 ? undefined : defined;
}

function permissionQuestion(input: unknown, open: readonly Cluster[]): ToolConfirmation {
  const message: AboutCluster = (context, server, user) =>
    l10n.t`Checks the permissions of ${user} on ${context} (${server}). Makes no changes. The assistant receives the results.`;
  return ofCluster(
    { doing: l10n.t`Checking the permissions`, title: l10n.t`Check your permissions on a cluster?`, message },
    input,
    open,
    clusterTools.osc_check_rights.fields,
  );
}

/**
 * Returns sentences that describe what the tool does with a cluster.
 * @param namespace namespace of the kubeconfig context, not sanitized
 */
type AboutCluster = (context: string, server: string, user: string, namespace: string) => string;

function ofCluster(
  { doing, title, message }: Pick<ToolConfirmation, 'doing' | 'title'> & { readonly message: AboutCluster },
  input: unknown,
  open: readonly Cluster[],
  fields?: Parameters<typeof openFor>[2],
): ToolConfirmation {
  const found = openFor(input, open, fields);
  if (!found.ok) return { doing, title, message: l10n.t`The tool can't run. ${sanitizeMarkdown(found.error.toUser)}` };
  const { context, server, user, reach } = found.value;
  const namespace = reach?.identity.namespace ?? 'default';
  return {
    doing,
    title,
    message: message(sanitizeMarkdown(context), sanitizeMarkdown(server), sanitizeMarkdown(user), namespace),
  };
}

function preflightQuestion(input: unknown, open: readonly Cluster[]): ToolConfirmation {
  const message: AboutCluster = (context, server, user) =>
    l10n.t`Checks ${context} (${server}) as ${user} with many read-only requests. Makes no changes. The assistant receives the results.`;
  return ofCluster(
    { doing: l10n.t`Checking the cluster`, title: l10n.t`Check whether a cluster is ready for Kata?`, message },
    input,
    open,
  );
}

function eventsQuestion(input: unknown, open: readonly Cluster[]): ToolConfirmation {
  const { fields } = clusterTools.osc_list_events;
  const read = parseToolInput(fields, input);
  const message: AboutCluster = (context, server, user, namespace) => {
    const about = sanitizeMarkdown(read.ok ? eventsSubject(namespace, read.value) : '');
    return l10n.t`Reads the events of ${about} on ${context} (${server}) as ${user}. Makes no changes. The assistant receives the results.`;
  };
  const title = l10n.t`Read events on a cluster?`;
  return ofCluster({ doing: l10n.t`Reading events`, title, message }, input, open, fields);
}

/**
 * Returns the namespace and the object whose events are read.
 * @param own namespace of the kubeconfig context
 */
function eventsSubject(own: string, { object, namespace = own }: EventsInput): string {
  if (object === undefined) return namespace;
  const reference = parseObjectArgument(object, namespace);
  return reference.ok && reference.value.namespace === undefined ? object : `${namespace}/${object}`;
}

function logsQuestion(input: unknown, open: readonly Cluster[]): ToolConfirmation {
  const { fields } = clusterTools.osc_read_logs;
  const read = parseToolInput(fields, input);
  const message: AboutCluster = (context, server, user, namespace) => {
    const about = sanitizeMarkdown(read.ok ? logsSubject(namespace, read.value) : '');
    return l10n.t`Reads the pod logs of ${about} on ${context} (${server}) as ${user}. Makes no changes. The assistant receives the results. Credentials that the tool recognizes are removed.`;
  };
  const title = l10n.t`Read pod logs on a cluster?`;
  return ofCluster({ doing: l10n.t`Reading pod logs`, title, message }, input, open, fields);
}

/**
 * Returns the namespace and the target whose logs are read, and the choice of containers.
 * @param own namespace of the kubeconfig context
 */
function logsSubject(own: string, { target = '', namespace = own, node, container, instance }: LogsInput): string {
  const place = parseTarget(target, namespace)?.namespace ?? namespace;
  const choice = [
    node === undefined ? '' : `${l10n.t`Node`}: ${node}`,
    container === undefined ? '' : `${l10n.t`Container`}: ${container}`,
    instance === 'previous' ? l10n.t`Instance before the last restart` : '',
  ].filter((part) => part !== '');
  return `${place}/${target}${choice.length === 0 ? '' : ` (${choice.join(', ')})`}`;
}

function harmless(): string {
  return l10n.t`Doesn't open network connections or change anything. The assistant receives the results.`;
}

/**
 * Describes which files a tool reads.
 * @param paths undefined if the assistant provides text instead
 */
function reads(paths: readonly string[] | undefined, folders: readonly string[]): string {
  if (paths === undefined) return l10n.t`Reads the text that the assistant provides.`;
  if (folders.length === 0) return l10n.t`Reads nothing because no folder is open.`;
  return l10n.t`Reads ${shownPaths(paths)} in the open folders.`;
}

function shownPaths(paths: readonly string[]): string {
  // Shows several paths. With only the first one, an assistant could hide the file that it targets.
  const shown = paths.slice(0, mostShown).map((path) => sanitizeMarkdown(path, 200));
  return paths.length > mostShown
    ? l10n.t`${shown.join(', ')} and ${formatCount(paths.length - mostShown, 'other')}`
    : shown.join(', ');
}
