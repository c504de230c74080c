/** Reads the rule pages and the guide, which are next to the bundle. A copy of dist/ alone contains neither. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { guidePages } from '#core/assistants/resources/guidePages.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { ruleIds } from '#server/engine/findings/ruleIds.ts';

/** Folder with the documentation, relative to the bundle in dist/ or to the sources in server/src/mcp/. */
const folders = ['../docs', '../../../docs'].map((relative) => path.resolve(import.meta.dirname, relative));

/** Returns the ID of a rule without its prefix. Accepts `osc/kataconfig-loglevel` and `kataconfig-loglevel`. */
export function findRuleId(text: string): string | undefined {
  const id = text.replace(/^osc\//, '');
  return ruleIds.find((one) => one === id);
}

/** Reads the page of a rule as Markdown. The error is a sentence for the assistant. */
export async function readRulePage(id: string): Promise<Result<string, string>> {
  const rule = findRuleId(id);
  return rule === undefined ? fail('No rule has this ID.') : readPage(path.join('rules', `${rule}.md`));
}

/** Reads a page of the guide as Markdown. The error is a sentence for the assistant. */
export async function readGuidePage(name: string): Promise<Result<string, string>> {
  const page = guidePages.find((one) => one.name === name);
  return page === undefined ? fail('No page has this name.') : readPage(`${page.name}.md`);
}

async function readPage(file: string): Promise<Result<string, string>> {
  const found = folders.map((folder) => path.join(folder, file)).find((candidate) => existsSync(candidate));
  if (found === undefined) return fail('This copy of osc-tools does not contain the documentation.');
  return succeed(await readFile(found, 'utf8'));
}
