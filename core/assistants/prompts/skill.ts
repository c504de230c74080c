/**
 * Creates the skills of the extension from the prompts. A skill is a file with instructions that an assistant loads
 * when it needs them. Format: the Agent Skills specification, with a name of lowercase letters and hyphens that equals
 * the folder, and a description of up to 1,024 characters.
 *
 * Source: microsoft/vscode@07a822d0 src/vs/workbench/contrib/chat/common/promptSyntax/chatPromptFilesContribution.ts
 */
import { formatInstructions, type AssistantPrompt } from './prompt.ts';

/** Returns the name of the skill, which is also the name of its folder. */
export function skillNameOf({ name }: AssistantPrompt): string {
  return `osc-${name}`;
}

/** Returns the path of the skill in the package. */
export function skillPathOf(prompt: AssistantPrompt): string {
  return `skills/${skillNameOf(prompt)}/SKILL.md`;
}

/** Returns the content of SKILL.md. */
export function formatSkill(prompt: AssistantPrompt): string {
  const values = Object.entries(prompt.arguments).map(([name, { description }]) => `- \`${name}\`: ${description}`);
  return [
    '---',
    `name: ${skillNameOf(prompt)}`,
    `description: '${`${prompt.summary} ${prompt.useWhen}`.replaceAll("'", "''")}'`,
    '---',
    '',
    '<!-- Generated from core/assistants/prompts by `npm run generate`. -->',
    '',
    `# ${prompt.title}`,
    '',
    formatInstructions(prompt),
    '',
    '## Input',
    '',
    'Take these values from the request of the user:',
    '',
    ...values,
    '',
    '## Tools',
    '',
    'The tools whose names start with `osc_` come from the VS Code extension OpenShift Sandboxed Containers Tools, or from the MCP server `osc-tools mcp`. If a tool is missing, tell the user how to add it: `osc-tools mcp --help`.',
    '',
  ].join('\n');
}
