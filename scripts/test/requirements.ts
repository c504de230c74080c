/** Third-party tools that tests require, and the test files that require them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { bringChromium } from '../externalTools/chromium.ts';
import { bringTool, MissingToolError, type ExternalTool, type ToolDescription } from '../externalTools/externalTool.ts';
import { kubectl } from '../externalTools/kubectl.ts';
import { prometheus } from '../externalTools/prometheus.ts';
import { shellcheck } from '../externalTools/shellcheck.ts';
import { installVscode, SetupError } from '../vscode/vscodeInstall.ts';

type Say = (line: string) => void;

/**
 * Installs a tool that all tests of a stage require.
 * @throws MissingToolError if it can't be installed
 */
export type Requirement = (say: Say) => Promise<void>;

/**
 * Tools that only some test files require. If the tool is missing, a test file that imports the module skips its tests.
 */
export const fileTools: readonly { readonly tool: ExternalTool; readonly module: string }[] = [
  { tool: kubectl, module: '#scripts/externalTools/kubectl.ts' },
  { tool: shellcheck, module: '#scripts/externalTools/shellcheck.ts' },
  { tool: prometheus, module: '#scripts/externalTools/prometheus.ts' },
];

const codeServer: ToolDescription = {
  title: 'VS Code for the browser (code-server)',
  neededFor: 'the workbench stage',
  installCommands: {
    debian: 'npm ci --prefix tools/vscode',
    ubuntu: 'npm ci --prefix tools/vscode',
    fedora: 'npm ci --prefix tools/vscode',
    macos: 'npm ci --prefix tools/vscode',
    other: 'npm ci --prefix tools/vscode (on Windows: in WSL)',
  },
};

/** Finds or installs Chromium. */
export async function bringBrowser(say: Say): Promise<void> {
  await bringChromium(say);
}

/**
 * Installs code-server.
 * @throws MissingToolError if it can't be installed
 */
export async function bringCodeServer(say: Say): Promise<void> {
  try {
    await installVscode(say);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new MissingToolError(codeServer, error.message.split('\n', 1)[0]?.replace(/\.$/, ''));
  }
}

/** Returns the tools that these test files require. */
export function toolsOf(root: string, files: readonly string[]): readonly ExternalTool[] {
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'));
  return fileTools.filter(({ module }) => texts.some((text) => text.includes(`'${module}'`))).map(({ tool }) => tool);
}

/**
 * Finds or downloads each tool and sets its environment variable for the test processes. Returns an error for each
 * missing tool.
 */
export async function bringTools(tools: readonly ExternalTool[], say: Say): Promise<readonly MissingToolError[]> {
  const missing: MissingToolError[] = [];
  for (const tool of tools) {
    try {
      process.env[tool.variable] = await bringTool(tool, say);
    } catch (error) {
      if (!(error instanceof MissingToolError)) throw error;
      missing.push(error);
    }
  }
  return missing;
}
