/** All tools, in the order in which they are listed. */
import type { ToolName } from './names.ts';
import type { Tool } from './tool.ts';
import { checkPolicyTool } from './tools/checkPolicy.ts';
import { explainStatusTool } from './tools/explainStatus.ts';
import { installStatusTool } from './tools/installStatus.ts';
import { lintTool } from './tools/lint.ts';
import { preflightTool } from './tools/preflight.ts';
import { reportMustGatherTool } from './tools/reportMustGather.ts';

export const tools: readonly Tool[] = [installStatusTool, explainStatusTool, lintTool, checkPolicyTool, reportMustGatherTool, preflightTool];

export function toolNamed(name: string): (Tool & { readonly name: ToolName }) | undefined {
  return tools.find((tool) => tool.name === name);
}
