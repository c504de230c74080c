/** Tests that the translations use one term for each concept: the one in docs/glossary.md. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import packageStrings from '../../../../package.nls.json' with { type: 'json' };
import { repositoryRoot } from '#scripts/lib/run.ts';
import { getMessage, readBundle } from '#scripts/text/bundles.ts';
import { languages } from '#server/l10n/locale.ts';
import { readGlossary, termPattern, translationPattern } from '#test/support/repository/glossary.ts';

/** Frequent terms that every translation must name. Other terms can also be translated with a verb or a pronoun. */
const checked = [
  'agent policy',
  'alert',
  'assistant',
  'attestation',
  'catalog',
  'cloud provider',
  'cluster',
  'compact cluster',
  'computer',
  'confidential container',
  'confidential VM',
  'context',
  'control plane node',
  'credential plugin',
  'credentials',
  'demo cluster',
  'edge cluster',
  'edge hosting',
  'feature gate',
  'finalizer',
  'guest',
  'hardware virtualization',
  'hosted control plane',
  'image',
  'image creation job',
  'install plan',
  'instance type',
  'Kata agent',
  'leftover resources',
  'leftovers',
  'log level',
  'machine config',
  'machine config pool',
  'metric',
  'namespace',
  'OSC release',
  'peer pod',
  'pod overhead',
  'pod VM',
  'pod VM image',
  'policy engine',
  'pool',
  'preflight check',
  'regular container',
  'RHCOS extension',
  'runbook',
  'runtime class',
  'sandbox',
  'scenario',
  'series',
  'status table',
  'support archive',
  'test case',
  'timeline',
  'webhook',
  'worker node',
  'workload',
];

/** Texts in which a term has another meaning. */
const otherMeaning = /^(?:Infrastructure|OperatorHub) cluster|\(workload identity\)/;

const glossary = readGlossary();

/** The English messages by their keys, with their text without code, quotations, and links. */
const messages = Object.entries(readBundle(repositoryRoot)).map(([key, entry]) => {
  const message = getMessage(entry);
  return { key, message, prose: message.replaceAll(/`[^`]*`|"[^"]*"|\((?:command|https?):[^)]*\)/g, '``') };
});

for (const language of languages.slice(1)) {
  describe(`translation to ${language}`, () => {
    const bundle = readBundle(repositoryRoot, language);
    const translate = (key: string) => (key in bundle ? getMessage(bundle[key] ?? '') : undefined);

    test('uses the terms of the glossary', () => {
      const problems = checked.flatMap((term) => {
        const accepted = glossary.get(term)?.get(language);
        assert.ok(accepted !== undefined, `docs/glossary.md has no translation of ${term}`);
        const [named, translated] = [termPattern(term), translationPattern(accepted, language)];
        return messages.flatMap(({ key, message, prose }) => {
          if (!prose.includes(term.slice(1)) || !named.test(prose) || otherMeaning.test(message)) return [];
          const text = translate(key);
          const isUsed = text === undefined || translated.test(text);
          return isUsed ? [] : [`${term} is ${accepted.join(' or ')}: ${message} -> ${text}`];
        });
      });
      assert.deepEqual(problems.slice(0, 30), []);
    });

    test('uses the title of a command for its dialogs', () => {
      const titles = Object.entries(packageStrings).flatMap(([key, title]) =>
        key.startsWith('command.') ? [title] : [],
      );
      const problems = titles.flatMap((title) => {
        const name = title.replace(/\.{3}$/, '');
        // A command for one object can have the same name as the command that asks for the object.
        if (name === title || titles.includes(name)) return [];
        const [command, dialog] = [translate(title)?.replace(/\.{3}$/, ''), translate(name)];
        return command === undefined || dialog === undefined || command === dialog
          ? []
          : [`${name} -> ${command}, ${dialog}`];
      });
      assert.deepEqual(problems, []);
    });
  });
}

describe('glossary check', () => {
  test('reads the translations of each term', () => {
    assert.deepEqual(glossary.get('pool')?.get('ko'), ['머신 구성 풀', '풀']);
    assert.deepEqual(glossary.get('credential plugin')?.get('fr'), ['plugin d’identification']);
  });

  test('finds terms in the singular and plural', () => {
    for (const text of ['The pod VM runs.', 'All pod VMs run.']) assert.match(text, termPattern('pod VM'));
    for (const text of ['The pod VM-ID.', 'The podVM.']) assert.doesNotMatch(text, termPattern('pod VM'));
    for (const text of ['Two runtime classes.', 'Runtime class']) assert.match(text, termPattern('runtime class'));
    assert.doesNotMatch('Namespace a', termPattern('namespace'));
  });

  test('accepts the plural in French', () => {
    const accepted = translationPattern(['type d’instance'], 'fr');
    for (const text of ['Le type d’instance', 'Les types d’instances']) assert.match(text, accepted);
    assert.doesNotMatch('Le type de VM', accepted);
    assert.match('aucun identifiant', translationPattern(['identifiants'], 'fr'));
  });
});
