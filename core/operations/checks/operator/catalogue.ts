/** Checks whether a catalog contains the operator. Source: notes/cluster.md 5.1, 5.3. */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import type { Catalogues } from '#core/operations/lookups/operator/catalogues.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import {
  createUnknownFinding,
  listUnreadableData,
  unseenFact,
} from '#core/operations/preflightFindings/unreadableData.ts';

export const catalogue = defineCheck({
  id: 'catalogue',
  title: () =>
    l10n.t({
      message: 'Catalog',
      args: [],
      comment: ['The title of a preflight check of the catalog (CatalogSource) that contains the operator.'],
    }),
  area: 'Operator',
  why: () => l10n.t`OLM installs the operator from a catalog that contains its package.`,
  docs: installingOperator,
  targets: ['install', 'update'],
  decides: true,
  kinds: ['subscriptions'],
  facts: ['packageManifest', 'catalogues'],
  judge(situation) {
    const offered = getLookupValue(situation, 'packageManifest')?.found;
    const catalogues = getLookupValue(situation, 'catalogues');
    const where = documentedSubscription.sourceNamespace;
    if (offered !== undefined) {
      const source = catalogues?.sources.find(({ name }) => name === offered.catalogue);
      const evidence = [
        l10n.t`PackageManifest ${documentedSubscription.package}: from catalog ${offered.catalogue} in ${offered.catalogueNamespace}`,
        ...(source?.state === undefined ? [] : [`CatalogSource ${source.name}: ${source.state}`]),
      ];
      if (source?.state === undefined || source.state === 'READY')
        return { verdict: 'pass', headline: offered.catalogueName, evidence };
      return {
        verdict: 'warn',
        headline: l10n.t`OLM isn't connected to ${offered.catalogue}`,
        evidence: [...evidence, ...(source.message === undefined ? [] : [sanitizeLine(source.message)])],
        meaning: l10n.t`The package information might be out of date. OLM might not be able to install from this catalog.`,
        todo: l10n.t('To find the cause, run `oc get pods -n {0}`.', where),
      };
    }
    const unread = unseenFact(situation, 'packageManifest');
    if (unread !== undefined)
      return createUnknownFinding(listUnreadableData(situation, [], ['packageManifest', 'catalogues']));
    const installed = findSubscription(situation.snapshot)?.installedCsv !== undefined;
    return {
      verdict: installed ? 'warn' : 'fail',
      headline: l10n.t`No catalog contains the operator`,
      evidence: [
        l10n.t`PackageManifest ${documentedSubscription.package} not found in ${where}.`,
        ...(catalogues === undefined ? [] : reasons(catalogues)),
      ],
      meaning: installed
        ? l10n.t`The installed operator keeps running, but OLM doesn't find updates.`
        : l10n.t`OLM can't install the operator.`,
      todo: todoFor(catalogues),
    };
  },
});

/** Returns the state of each catalog and of OperatorHub, one line each. */
function reasons({ sources, hub }: Catalogues): readonly string[] {
  const off = hub?.sources.some(({ name, disabled }) => name === documentedSubscription.source && disabled) === true;
  return [
    ...(hub?.disableAllDefaultSources === true
      ? [l10n.t`OperatorHub cluster: all default catalogs are disabled (disableAllDefaultSources).`]
      : []),
    ...(off ? [l10n.t`OperatorHub cluster: ${documentedSubscription.source} is disabled.`] : []),
    ...(sources.length === 0 ? [l10n.t`No CatalogSource in ${documentedSubscription.sourceNamespace}.`] : []),
    ...sources
      .slice(0, 20)
      .map(
        ({ name, state, message }) =>
          `CatalogSource ${name}: ${state ?? saysNothing()}${message === undefined ? '' : `, ${sanitizeLine(message, 120)}`}`,
      ),
  ];
}

function saysNothing(): string {
  return l10n.t({
    message: 'no state reported',
    args: [],
    comment: ['Shown instead of the state of an object that has none.'],
  });
}

function todoFor(catalogues: Catalogues | undefined): string {
  const see = `\`oc get catalogsource -n ${documentedSubscription.sourceNamespace}\``;
  if (catalogues?.hub?.disableAllDefaultSources === true && catalogues.sources.length === 0)
    return l10n.t(
      'Add a CatalogSource for the mirror that contains the operator, or enable {0} with `oc edit operatorhub cluster`.',
      documentedSubscription.source,
    );
  if (catalogues?.sources.some(({ state }) => state !== undefined && state !== 'READY') === true)
    return l10n.t`To find out why catalogs aren't READY, run ${see}.`;
  return l10n.t`To list the catalogs, run ${see}. Check whether one contains the operator.`;
}
