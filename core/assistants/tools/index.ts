/** Lists all tools in display order. */
import type { ToolName } from '../toolNames.ts';
import type { AssistantTool } from '../tool.ts';
import { checkPolicyTool } from './checkPolicy.ts';
import { compareMustGathersTool } from './compareMustGathers.ts';
import { explainDenialTool } from './explainDenial.ts';
import { explainRuleTool } from './explainRule.ts';
import { explainStatusTool } from './explainStatus.ts';
import { installStatusTool } from './installStatus.ts';
import { listEventsTool } from './listEvents.ts';
import { lintTool } from './lint.ts';
import { policyDiffTool } from './policyDiff.ts';
import { preflightTool } from './preflight.ts';
import { readLogsTool } from './readLogs.ts';
import { reportMustGatherTool } from './reportMustGather.ts';
import { rightsTool } from './rights.ts';
import { writeRunbookTool } from './writeRunbook.ts';

export const tools: readonly AssistantTool[] = [
  installStatusTool,
  explainStatusTool,
  lintTool,
  checkPolicyTool,
  reportMustGatherTool,
  compareMustGathersTool,
  preflightTool,
  listEventsTool,
  rightsTool,
  readLogsTool,
  explainRuleTool,
  explainDenialTool,
  policyDiffTool,
  writeRunbookTool,
];

export function toolNamed(name: string): (AssistantTool & { readonly name: ToolName }) | undefined {
  return tools.find((tool) => tool.name === name);
}
