/** Source: notes/cluster.md 5.1, 5.3. */
import { installingOperator } from '../../docSections.ts';
import { subscriptionOf } from '../../live/status/olmParts.ts';
import { oneLine } from '../../live/words.ts';
import { subscription } from '../../namespaces.ts';
import { defineCheck } from '../check.ts';
import type { Catalogues } from '../facts/catalogues.ts';
import { knownFact } from '../situation.ts';
import { unknownFinding, unseen, unseenFact } from '../unseen.ts';

export const catalogue = defineCheck({
  id: 'catalogue',
  title: 'Catalogue',
  area: 'Operator',
  why: 'The operator is installed from a catalogue that offers its package.',
  docs: installingOperator,
  decides: true,
  kinds: ['subscriptions'],
  facts: ['packageManifest', 'catalogues'],
  judge(situation) {
    const offered = knownFact(situation, 'packageManifest')?.found;
    const catalogues = knownFact(situation, 'catalogues');
    const where = subscription.sourceNamespace;
    if (offered !== undefined) {
      const source = catalogues?.sources.find(({ name }) => name === offered.catalogue);
      const evidence = [
        `PackageManifest ${subscription.package}: from ${offered.catalogue} in ${offered.catalogueNamespace}`,
        ...(source?.state === undefined ? [] : [`CatalogSource ${source.name}: ${source.state}`]),
      ];
      if (source?.state === undefined || source.state === 'READY') return { verdict: 'pass', headline: offered.catalogueName, evidence };
      return {
        verdict: 'warn',
        headline: `${offered.catalogue} is not connected now`,
        evidence: [...evidence, ...(source.message === undefined ? [] : [oneLine(source.message)])],
        meaning: 'What it offers was read before; OLM may not be able to install from it now.',
        todo: `See why: \`oc get pods -n ${where}\`.`,
      };
    }
    const unread = unseenFact(situation, 'packageManifest');
    if (unread !== undefined) return unknownFinding(unseen(situation, [], ['packageManifest', 'catalogues']));
    const installed = subscriptionOf(situation.snapshot)?.installedCsv !== undefined;
    return {
      verdict: installed ? 'warn' : 'fail',
      headline: 'No catalogue offers the operator',
      evidence: [`There is no PackageManifest ${subscription.package} in ${where}.`, ...(catalogues === undefined ? [] : reasons(catalogues))],
      meaning: installed ? 'What is installed runs; updates are not seen.' : 'There is nothing to install from.',
      todo: todoFor(catalogues),
    };
  },
});

/** What the catalogues themselves say, a line each. */
function reasons({ sources, hub }: Catalogues): readonly string[] {
  const off = hub?.sources.some(({ name, disabled }) => name === subscription.source && disabled) === true;
  return [
    ...(hub?.disableAllDefaultSources === true ? ['OperatorHub cluster: all default catalogues are switched off (disableAllDefaultSources).'] : []),
    ...(off ? [`OperatorHub cluster: ${subscription.source} is switched off.`] : []),
    ...(sources.length === 0 ? [`There is no CatalogSource in ${subscription.sourceNamespace}.`] : []),
    ...sources
      .slice(0, 20)
      .map(({ name, state, message }) => `CatalogSource ${name}: ${state ?? 'says nothing'}${message === undefined ? '' : `, ${oneLine(message, 120)}`}`),
  ];
}

function todoFor(catalogues: Catalogues | undefined): string {
  const see = `\`oc get catalogsource -n ${subscription.sourceNamespace}\``;
  if (catalogues?.hub?.disableAllDefaultSources === true && catalogues.sources.length === 0)
    return `Add a CatalogSource of your mirror that has the operator, or switch ${subscription.source} on: \`oc edit operatorhub cluster\`.`;
  if (catalogues?.sources.some(({ state }) => state !== undefined && state !== 'READY') === true) return `See why catalogues are not READY: ${see}.`;
  return `See which catalogues there are, and whether one has the operator: ${see}.`;
}
