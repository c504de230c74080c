/** What the user is asked before an assistant uses a tool: what is read, of whom, and that the assistant is told. Pure. */
import { readInput } from '../../../core/assistants/fields.ts';
import type { ToolName } from '../../../core/assistants/names.ts';
import { checkPolicyTool } from '../../../core/assistants/tools/checkPolicy.ts';
import { explainStatusTool } from '../../../core/assistants/tools/explainStatus.ts';
import { lintTool } from '../../../core/assistants/tools/lint.ts';
import { reportMustGatherTool } from '../../../core/assistants/tools/reportMustGather.ts';
import { markdownText } from '../../../core/live/markdownText.ts';
import { countWords } from '../../../core/live/words.ts';
import type { OpenCluster } from '../tree/openCluster.ts';
import { openFor } from './askCluster.ts';
import type { Question } from './room.ts';

type Cluster = Pick<OpenCluster, 'context' | 'server' | 'user'>;

/** Paths in a question. */
const mostShown = 10;

const told = 'The assistant is told what is found.';

/** @param input as the assistant sent it: anything @param open the clusters that are open @param folders of the window */
export function questionOf(name: ToolName, input: unknown, open: readonly Cluster[], folders: readonly string[]): Question {
  switch (name) {
    case 'osc_get_install_status':
      return ofCluster('Reading the install status', 'Read how far kata is on a cluster?', 'Reads how far kata is on', input, open);
    case 'osc_preflight':
      return ofCluster('Checking the cluster', 'Check whether a cluster is fit for kata?', 'Checks, by many requests that only read,', input, open);
    case 'osc_lint': {
      const read = readInput(lintTool.fields, input);
      const paths = read.ok ? read.value.paths : undefined;
      return {
        doing: 'Checking files',
        title: 'Check manifests and policies?',
        message: `Checks ${files(paths, folders)}. Nothing is contacted or changed. ${told}`,
      };
    }
    case 'osc_check_policy': {
      const read = readInput(checkPolicyTool.fields, input);
      return {
        doing: 'Checking the policy',
        title: 'Check an agent policy?',
        message: `Checks ${file(read.ok ? read.value.path : undefined, folders)}. Nothing is contacted or changed. ${told}`,
      };
    }
    case 'osc_explain_status': {
      const read = readInput(explainStatusTool.fields, input);
      return {
        doing: 'Explaining the status',
        title: 'Explain a status?',
        message: `Reads ${file(read.ok ? read.value.path : undefined, folders)}. Nothing is contacted or changed. ${told}`,
      };
    }
    default: {
      const read = readInput(reportMustGatherTool.fields, input);
      return {
        doing: 'Reading the must-gather',
        title: 'Report on a must-gather?',
        message: `Reads ${file(read.ok ? read.value.path : undefined, folders)}. Nothing is contacted or changed. ${told} Names of nodes, namespaces and images are in it.`,
      };
    }
  }
}

function ofCluster(doing: string, title: string, what: string, input: unknown, open: readonly Cluster[]): Question {
  const found = openFor(input, open);
  if (!found.ok) return { doing, title, message: `Contacts nothing: ${markdownText(found.error)}` };
  const { context, server, user } = found.value;
  return { doing, title, message: `${what} ${markdownText(context)} (${markdownText(server)}), as ${markdownText(user)}. Nothing is changed. ${told}` };
}

function file(path: string | undefined, folders: readonly string[]): string {
  return path === undefined ? 'the text that the assistant gives' : files([path], folders);
}

function files(paths: readonly string[] | undefined, folders: readonly string[]): string {
  if (paths === undefined) return 'the text that the assistant gives';
  if (folders.length === 0) return 'nothing: no folder is open';
  // All of those that anybody reads: behind the first alone, an assistant could hide what it is after.
  const shown = paths.slice(0, mostShown).map((path) => markdownText(path, 200));
  const what = paths.length > mostShown ? `${shown.join(', ')} and ${countWords(paths.length - mostShown, 'other')}` : shown.join(', ');
  return `${what}, below the folders that are open`;
}
