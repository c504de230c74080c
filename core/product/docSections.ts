/**
 * Sections of the published documentation that fields and rules refer to. Based on S1.5 (OSC 1.5, bare metal) and S1.12
 * (OSC 1.12, AWS). See domain/00-sources.md. Every address was found in a public copy of docs.redhat.com, in any of its
 * languages, or as a link in a public repository. test/unit/core/product/addresses.json lists them.
 */
import type { DocSection } from './docSection.ts';
import { documentationOf, findRelease, newestRelease } from './releases.ts';

const guide112 = (findRelease('1.12') ?? newestRelease).docs;
const section112 = (title: string): DocSection => ({ title: `OSC 1.12, ${title}`, url: guide112 });
const guide15 = (findRelease('1.5') ?? newestRelease).docs;

/** Returns a section by its path below `html/` in the documentation of a release. */
function sectionOf(id: string, title: string, path: string): DocSection {
  return { title: `OSC ${id}, ${title}`, url: `${documentationOf(findRelease(id) ?? newestRelease)}/html/${path}` };
}

const osc110 = 'deploying_openshift_sandboxed_containers';

/** OSC 1.12 §1.2: OpenShift versions, architectures, RHCOS. */
export const openShiftCompatibility = section112('1.2 Compatibility with OpenShift Container Platform');

/** OSC 1.12 §1.5: VMs alongside Kata. */
export const openShiftVirtualization = section112('1.5 OpenShift Virtualization');

/** OSC 1.12 §1.6: runtime classes and architectures on clusters in FIPS mode. */
export const fipsCompliance = section112('1.6 FIPS compliance');

/** OSC 1.12 §4.2: what must be deleted before a KataConfig can be deleted. */
export const deletingKataConfig = section112('4.2 Deleting the KataConfig custom resource');

/** OSC 1.12 §3.3: the KataConfig manifest and the effect of creating it. */
export const creatingKataConfig = section112('3.3 Creating the KataConfig custom resource');

/** OSC 1.12 §6.3: purpose of `logLevel: debug` and how to follow the change. */
export const enablingDebugLogs = section112('6.3 Enabling debug logs for CRI-O runtime');

/** OSC 1.12 §6.4: the log lines of the Kata components. */
export const viewingDebugLogs = section112('6.4 Viewing debug logs for components');

/** OSC 1.12 §8.1: the status fields and messages. */
export const statusMessages = sectionOf(
  '1.12',
  '8.1 KataConfig status messages',
  'deploying_openshift_sandboxed_containers_on_aws/reference_aws-osc',
);

/** OSC 1.5 §2.1.2: node eligibility. The OSC 1.12 guide for AWS doesn't contain it. */
export const nodeEligibility: DocSection = {
  title: 'OSC 1.5, 2.1.2 Checking whether cluster nodes are eligible',
  url: guide15,
};

/** OSC 1.5 §2.3.2: creating a KataConfig with the CLI, including the node selector. */
export const kataConfigByCli: DocSection = {
  title: 'OSC 1.5, 2.3.2 Creating the KataConfig custom resource using the CLI',
  url: guide15,
};

/** OSC 1.12 §2.2: the Namespace, OperatorGroup, and Subscription. */
export const installingOperator = section112('2.2 Installing the OpenShift sandboxed containers Operator');

/** OSC 1.12 §3.1: the ports 15150 and 9000. */
export const enablingPorts = section112('3.1 Enabling ports');

/** OSC 1.12 §3.2: the peer-pods-cm ConfigMap and its keys. */
export const creatingPeerPodsConfigMap = section112('3.2 Creating the peer pods config map');

/** peer-pods-cm on Azure. The OSC 1.12 guide covers only AWS. */
export const peerPodsConfigMapOnAzure = sectionOf(
  '1.10',
  '4.4 Creating the peer pods config map (Azure)',
  `${osc110}/creating-peer-pods-cm_azure-osc`,
);

/** peer-pods-cm on Google Cloud. */
export const peerPodsConfigMapOnGoogleCloud = sectionOf(
  '1.10',
  '5.4 Creating the peer pods config map (Google Cloud)',
  `${osc110}/creating-peer-pods-cm_gc-osc`,
);

/** OSC 1.12 §3.3.1: PeerPodConfig.spec.limit, which PEERPODS_LIMIT_PER_NODE replaces. */
export const modifyingVmLimit = section112('3.3.1 Modifying the number of peer pod VMs per node');

/** OSC 1.12 §3.4: the image creation job and the location of its result. */
export const verifyingImage = section112('3.4 Verifying the pod VM image');

/** OSC 1.12 §3.5: the annotation for an agent policy. */
export const customizingAgentPolicy = section112('3.5 Customizing the Kata Agent policy');

/** OSC 1.12 §3.6: the pull secret for pod VM images in registries that require a login. */
export const pullSecretForPeerPods = section112('3.6 Configuring a pull secret for peer pods');

/** OSC 1.12 §3.7: the annotation for a different pod VM image. */
export const selectingImage = section112('3.7 Selecting a custom peer pod VM image');

/** OSC 1.12 §3.8: runtimeClassName and the annotations for the instance type. */
export const configuringWorkload = section112('3.8 Configuring your workload');

/** OSC 1.12 §4.3: the reason why the image ID must be empty before the KataConfig is created again. */
export const verifyingEmptyImageId = section112('4.3 Verifying empty peer pod image ID');

/** OSC 1.12 §4: the five steps of an update with peer pods. */
export const updating = section112('4 Update');

/** OSC 1.12 §4.1: updating the operator with the Subscription. */
export const updatingOperator = section112('4.1 Updating the OpenShift sandboxed containers Operator');

/** OSC 1.12 §4.4: creating the KataConfig again at the end of an update. */
export const recreatingKataConfig = section112('4.4 Creating the KataConfig custom resource');

/** OSC 1.12 §5: the complete uninstall. */
export const uninstalling = section112('5 Uninstall');

/** OSC 1.12 §5.1: deleting the pods, the first step of an uninstall. */
export const deletingWorkloadPods = section112('5.1 Deleting workload pods');

/** OSC 1.12 §5.2: deleting the KataConfig permanently, the second step of an uninstall. */
export const removingKataConfig = section112('5.2 Deleting the KataConfig custom resource');

/** OSC 1.12 §5.3: uninstalling the operator, the third step of an uninstall. */
export const uninstallingOperator = section112('5.3 Uninstalling the OpenShift sandboxed containers Operator');

/** OSC 1.12 §5.4: deleting the CRD, the last step of an uninstall. */
export const deletingCrd = section112('5.4 Deleting the KataConfig CRD');
