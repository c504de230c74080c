import { createExtensionManifests } from '#core/operations/changes/extensionManifests.ts';
import { extensionNames, documentedSubscription } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { createKataConfig, deleteKataConfig, untilDone, untilGone } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario, ScenarioObject, ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { untilIsGone, wrongInstall } from '../faultSteps.ts';

const extension: ScenarioObject = { resource: names.clusterExtensions, name: extensionNames.extension };
const role: ScenarioObject = { resource: names.clusterRoles, name: extensionNames.role };

const objects: Scenario['objects'] = (now) =>
  createPlatform({ workers: 2, platform: 'BareMetal', clusterExtension: true }, now);

/**
 * Creates the objects with which OLM v1 installs a version of the operator.
 * @param lacks resource that the ClusterRole of the installer doesn't contain
 */
function requestOperator(version: string, lacks?: string): readonly ScenarioStep[] {
  const { namespace, serviceAccount, clusterRole, clusterRoleBinding, clusterExtension } = createExtensionManifests({
    channel: documentedSubscription.channel,
    version,
    watchesOwnNamespace: true,
  });
  const rules = clusterRole.rules.filter(({ resources = [] }) => lacks === undefined || !resources.includes(lacks));
  const create = (resource: ResourceName, object: ObjectToWrite): ScenarioStep => ({ resource, create: object });
  return [
    create(names.namespaces, namespace),
    create(names.serviceAccounts, serviceAccount),
    create(names.clusterRoles, { ...clusterRole, rules }),
    create(names.clusterRoleBindings, clusterRoleBinding),
    create(names.clusterExtensions, clusterExtension),
  ];
}

/** Waits until OLM v1 has installed a version and has nothing left to do. */
function untilVersion(version: string): readonly ScenarioStep[] {
  return [
    { until: { ...extension, path: 'status.install.bundle.version', is: version }, within: 900_000 },
    { until: { ...extension, path: 'status.conditions.Progressing.reason', is: 'Succeeded' } },
    { wait: 30_000 },
  ];
}

/**
 * Scenario in which OLM v1 already manages the operator. A second manager of the same operator conflicts with the
 * first.
 */
export const clusterExtension: Scenario = wrongInstall(
  'install-olm-v1',
  'Two workers, operator installed as a ClusterExtension with OLM v1. A subscription would conflict with it.',
  { objects, prelude: [...requestOperator('1.12.0'), ...untilVersion('1.12.0')], steps: [] },
);

/** Scenario in which OLM v1 installs, updates, and uninstalls the operator, with the feature set for it. */
export const olmV1TechPreview: Scenario = wrongInstall(
  'olm-v1-techpreview',
  'Two workers, OLM v1, feature set TechPreviewNoUpgrade. OLM v1 installs the operator, updates it to 1.13.1, and uninstalls it.',
  {
    objects,
    prelude: [],
    steps: [
      ...requestOperator('1.13.0'),
      ...untilVersion('1.13.0'),
      createKataConfig(),
      untilDone,
      { patch: extension, with: { spec: { source: { catalog: { version: '1.13.1' } } } } },
      ...untilVersion('1.13.1'),
      deleteKataConfig,
      untilGone,
      { delete: extension },
      untilIsGone(extension),
    ],
  },
);

/** Scenario in which the ClusterRole of the installer lacks a permission until an administrator adds it. */
export const olmV1MissingRight: Scenario = wrongInstall(
  'olm-v1-missing-right',
  'Two workers, OLM v1. The ClusterRole of the installer has no permission for CRDs, so OLM v1 installs nothing.',
  {
    objects,
    prelude: [
      ...requestOperator('1.13.1', 'customresourcedefinitions'),
      { until: { ...extension, path: 'status.conditions.Progressing.reason', is: 'Retrying' } },
    ],
    steps: [
      {
        patch: role,
        with: { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] },
      },
      ...untilVersion('1.13.1'),
    ],
  },
);
