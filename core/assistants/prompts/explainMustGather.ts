/** Prompt that explains the problems in a must-gather. */
import { pathArgument, type AssistantPrompt } from './prompt.ts';

/** Value of the argument `report` that adds the last report of the server to the prompt. */
export const currentReport = 'current';

export const explainMustGather: AssistantPrompt = {
  name: 'explain-must-gather',
  title: 'Explain a must-gather',
  summary:
    'Explain the problems of Kata (OpenShift sandboxed containers) in a must-gather, the most likely cause first.',
  useWhen:
    'Use when the user has the output of oc adm must-gather (a folder or an archive) and asks what is wrong with Kata, OpenShift sandboxed containers, peer pods, or a sandboxed pod.',
  arguments: {
    path: pathArgument('Path of the folder or archive, under a folder that the user opened.'),
    report: {
      kind: 'text',
      most: currentReport.length,
      line: true,
      completes: 'report',
      description: `Specify "${currentReport}" to add the last report of this server to the prompt.`,
    },
  },
  steps: [
    'If the prompt contains no report, call osc_report_must_gather with the path. If there is no path, ask the user for it.',
    'Start with the first finding, because later findings are often its consequences.',
    'For each finding, name the file and line of the evidence, its meaning, and the fix.',
    'List the data that was not collected, and which conclusions are therefore not possible.',
    'If the report is inconclusive, tell the user which must-gather image to use. MCP clients find it in the resource osc://docs/collect-must-gather.',
  ],
};
