/**
 * Pages in the documentation of other releases that correspond to a section, and sections that only rules refer to.
 * They are separate from docSections.ts, which the extension loads at startup. Every address was found in a public copy
 * of docs.redhat.com, in any of its languages, or as a link in a public repository.
 * test/unit/core/product/addresses.json lists them.
 */
import type { DocSection } from './docSection.ts';
import { documentationOf, findRelease, newestRelease } from './releases.ts';

/** Returns a section by its path below `html/` in the documentation of a release. */
function page(id: string, title: string, path: string): DocSection {
  return { title: `OSC ${id}, ${title}`, url: `${documentationOf(findRelease(id) ?? newestRelease)}/html/${path}` };
}

const guide15 = (findRelease('1.5') ?? newestRelease).docs;
const guide112 = (findRelease('1.12') ?? newestRelease).docs;

/** Books of OSC 1.10 and 1.11. */
const osc110 = 'deploying_openshift_sandboxed_containers';
const osc111 = 'deploying_red_hat_openshift_sandboxed_containers';
const confidential = 'deploying_confidential_containers';

/** OSC 1.12 §1.6: FIPS compliance. */
const fipsCompliance: DocSection = { title: 'OSC 1.12, 1.6 FIPS compliance', url: guide112 };

/** OSC 1.5 §2.1.1: the memory and CPU that Kata requires. */
const resourceRequirements: DocSection = { title: 'OSC 1.5, 2.1.1 Resource requirements', url: guide15 };

/** OSC 1.10 §5.6: the ConfigMap for the pod VM image. The OSC 1.12 guide for AWS doesn't contain it. */
const creatingImageConfigMap = page(
  '1.10',
  '5.6 Creating the peer pod VM image config map (Google Cloud)',
  `${osc110}/creating-the-peer-pod-vm-image-config-map_gc-osc`,
);

/** OSC 1.11, confidential containers, §2.8: initdata with aa.toml, cdh.toml, and policy.rego. */
const creatingInitdata = page(
  '1.11',
  '2.8 Creating initdata (confidential containers)',
  `${confidential}/creating-initdat_metal-cc`,
);

/** Sections that only rules refer to. */
export const ruleSections: readonly DocSection[] = [
  fipsCompliance,
  resourceRequirements,
  creatingImageConfigMap,
  creatingInitdata,
];

/** OSC 1.5 and 1.6 §2.3: installing the operator, creating a KataConfig, and deploying a workload. */
const byCli15: DocSection = { title: 'OSC 1.5, 2.3 Deploying workloads using the CLI', url: guide15 };
const byCli16 = page(
  '1.6',
  '2.3 Deploying workloads using the command line',
  'user_guide/deploying-workloads-cli_metal-cli',
);

const upgrading: readonly DocSection[] = [
  page('1.8', '10 Upgrading', 'user_guide/upgrading'),
  page('1.9', '11 Upgrading', 'user_guide/upgrading'),
  page('1.10', '9 Upgrading', `${osc110}/upgrading`),
  page('1.11', '9 Upgrading', `${osc111}/upgrading`),
];

const upgradingImage: readonly DocSection[] = [
  page('1.9', '11.3 Updating the pod VM image', 'user_guide/upgrading-pod-vm-image'),
];

const collectingLogs: readonly DocSection[] = [
  page('1.7', '9.2 Collecting log data', 'user_guide/collecting-log-data'),
  page('1.8', '11.2 Collecting log data', 'user_guide/collecting-log-data'),
  page('1.9', '12.2 Collecting log data', 'user_guide/collecting-log-data'),
];

const deletingKataConfig: readonly DocSection[] = [
  page(
    '1.8',
    '5.5 Deleting the KataConfig custom resource (confidential containers)',
    'user_guide/deleting-cr-cli_azure-cc',
  ),
  page(
    '1.9',
    '7.8 Deleting the KataConfig custom resource (confidential containers)',
    'user_guide/deleting-cr-cli_azure-cc',
  ),
  page(
    '1.11',
    '6.2 Deleting the KataConfig custom resource (confidential containers)',
    `${confidential}/deleting-cr-cli_confidential-containers`,
  ),
];

/** Title of the appendix about the KataConfig status in OSC 1.6 to 1.11, and its page. */
const statusAppendix = 'Appendix A KataConfig status messages';
const statusPage = 'kataconfig-status-messages';

/** Pages that correspond to a section, by the beginning of the section title. */
const pagesBySection: Readonly<Record<string, readonly DocSection[]>> = {
  'OSC 1.5, 2.1.2': [
    {
      title: 'OSC 1.6, About node eligibility checks',
      url: `${documentationOf(findRelease('1.6') ?? newestRelease)}/html-single/user_guide/index#about-node-eligibility-checks_about-osc`,
    },
  ],
  'OSC 1.5, 2.3.2': [byCli16],
  'OSC 1.11, 2.8': [
    page('1.10', '2.3 Creating initdata (confidential containers)', `${confidential}/creating-initdata_azure-cc`),
  ],
  'OSC 1.12, 2.2': [byCli15],
  'OSC 1.12, 3.2': [
    page('1.8', '5.4 Updating the peer pods config map (Azure)', 'user_guide/creating-peer-pods-config-map_azure-cc'),
    page('1.9', '7.6 Updating the peer pods config map (Azure)', 'user_guide/creating-peer-pods-config-map_azure-cc'),
    page('1.10', '3.4 Creating the peer pods config map (AWS)', `${osc110}/creating-peer-pods-cm_aws-osc`),
    page('1.11', '3.7 Creating the peer pods config map (Azure)', `${confidential}/creating-peer-pods-cm_azure-cc`),
  ],
  'OSC 1.12, 3.3': [
    byCli15,
    byCli16,
    page('1.10', '2.4 Creating the KataConfig custom resource', `${osc110}/creating-kataconfig-cr-cli_metal-osc`),
    page(
      '1.11',
      '3.9 Creating the KataConfig custom resource (confidential containers)',
      `${confidential}/creating-kataconfig-cr-cli_azure-cc`,
    ),
  ],
  'OSC 1.12, 3.3.1': [
    page('1.10', '1.9 Peer pod resource requirements', `${osc110}/peer-pod-resource-requirements_about-osc`),
  ],
  'OSC 1.12, 3.4': [
    page('1.10', '5.10 Verifying the pod VM image (Google Cloud)', `${osc110}/verifying-pod-vm-image_gc-osc`),
  ],
  'OSC 1.12, 3.5': [
    page(
      '1.9',
      '7.7 Customizing the Kata Agent policy (confidential containers)',
      'user_guide/customizing-kata-agent-policy_azure-cc',
    ),
    page('1.10', '3.7 Customizing the Kata Agent policy', `${osc110}/customizing-kata-agent-policy_aws-osc`),
  ],
  'OSC 1.12, 3.8': [byCli15, byCli16],
  'OSC 1.12, 4': upgrading,
  'OSC 1.12, 4.1': upgrading,
  'OSC 1.12, 4.2': deletingKataConfig,
  'OSC 1.12, 4.3': upgradingImage,
  'OSC 1.12, 4.4': upgradingImage,
  'OSC 1.12, 5.2': deletingKataConfig,
  'OSC 1.12, 5.4': [
    page('1.10', '8.4 Deleting the KataConfig CRD', `${osc110}/deleting-crd-cli_monitoring`),
    page(
      '1.11',
      '6.4 Deleting the KataConfig CRD (confidential containers)',
      `${confidential}/deleting-crd-cli_confidential-containers`,
    ),
  ],
  'OSC 1.12, 6.3': collectingLogs,
  'OSC 1.12, 6.4': collectingLogs,
  'OSC 1.12, 8.1': [
    { title: 'OSC 1.5, 2.4 Installation and uninstall transitions', url: guide15 },
    ...['1.6', '1.7', '1.8'].map((id) => page(id, statusAppendix, `user_guide/${statusPage}`)),
    // The address of its page isn't verified.
    { title: `OSC 1.9, ${statusAppendix}`, url: (findRelease('1.9') ?? newestRelease).docs },
    page('1.10', statusAppendix, `${osc110}/${statusPage}`),
    page('1.11', statusAppendix, `${osc111}/${statusPage}`),
  ],
};

/** Returns the pages in the documentation of other releases that correspond to a section. */
export function findOtherPages({ title }: DocSection): readonly DocSection[] {
  const section = /^OSC [\d.]+, [\d.]+(?= )/.exec(title)?.[0];
  return section === undefined ? [] : (pagesBySection[section] ?? []);
}
