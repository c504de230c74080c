import * as l10n from '@vscode/l10n';
import { SnippetString, window, workspace } from 'vscode';
import type { Snippet } from '#snippets/index.ts';
import { askSteps, type PickStep } from '../vscode/prompts/askSteps.ts';
import type { ExtensionCommand } from './command.ts';
import { choiceInForce, releaseChoices, type ClusterRelease } from '../language/releaseChoices.ts';
import { fileInView } from '../vscode/fileInView.ts';

/**
 * Opens a new manifest with placeholders to fill in. Asks for the type, the cloud provider, and the OSC release.
 * Available in the Command Palette.
 */
export const newManifest: ExtensionCommand = {
  id: 'osc.manifest.new',
  title: 'New OSC Manifest...',
  needs: 'nothing',
  async run({ language, settings, tour }) {
    const { snippets } = await import('../language/manifestSnippets.ts');
    const file = fileInView();
    const inForce = choiceInForce(settings.release(file));
    const answers = await askSteps<string>(l10n.t`New OSC Manifest`, (given) => {
      if (given.length === 0) return whatStep(snippets);
      if (given.length === 1) return whichStep(snippets, given[0] ?? '');
      return given.length === 2 ? releaseStep(inForce, language.clusterRelease()) : undefined;
    });
    if (answers === undefined) return;
    const [, name, release = inForce] = answers;
    const snippet = snippets.find((each) => each.name === name);
    if (snippet === undefined) return;
    if (release !== inForce) await settings.setRelease(file, release);
    const document = await workspace.openTextDocument({ language: 'yaml', content: '' });
    const editor = await window.showTextDocument(document);
    await editor.insertSnippet(new SnippetString(snippet.body.join('\n')));
    tour.markDone('manifest');
  },
};

function whatStep(snippets: readonly Snippet[]): PickStep<string> {
  const kinds = [...new Set(snippets.map(({ what }) => what()))];
  const detail = (what: string) => {
    const [first, ...others] = snippets.filter((snippet) => snippet.what() === what);
    return others.length === 0 ? first?.description() : undefined;
  };
  return {
    placeHolder: l10n.t`Select the manifest type`,
    items: kinds.map((what) => {
      const description = detail(what);
      return { label: what, value: what, ...(description === undefined ? {} : { description }) };
    }),
  };
}

function whichStep(snippets: readonly Snippet[], what: string): PickStep<string> {
  const offered = snippets.filter((snippet) => snippet.what() === what);
  const byProvider = offered.every(({ provider }) => provider !== undefined);
  return {
    placeHolder: l10n.t`Select a variant: ${what}`,
    items: offered.map((snippet) => ({
      label: byProvider ? cloudOf(snippet) : snippet.name,
      detail: snippet.description(),
      value: snippet.name,
    })),
  };
}

function cloudOf({ provider, name }: Snippet): string {
  return / for (.+)$/.exec(name)?.[1] ?? provider ?? name;
}

function releaseStep(inForce: string, ofCluster: ClusterRelease | undefined): PickStep<string> {
  return {
    placeHolder: l10n.t`Select the OSC release. Selecting another release also changes the osc.release setting.`,
    active: inForce,
    items: releaseChoices(inForce, ofCluster).map(({ id, ...item }) => ({ ...item, value: id })),
  };
}
