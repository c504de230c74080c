/**
 * The sections of the published documents that fields and rules point to.
 * Read in: S1.5 (OSC 1.5, bare metal) and S1.12 (OSC 1.12, AWS); see domain/00-sources.md.
 */
import type { DocSection } from './docSection.ts';
import { findRelease, newestRelease } from './releases.ts';

const guide112 = (findRelease('1.12') ?? newestRelease).docs;
const section112 = (title: string): DocSection => ({ title: `OSC 1.12, ${title}`, url: guide112 });
const guide15 = (findRelease('1.5') ?? newestRelease).docs;

/** OSC 1.12 §1.2: versions of OpenShift, architectures, RHCOS. */
export const openShiftCompatibility = section112('1.2 Compatibility with OpenShift Container Platform');

/** OSC 1.12 §1.5: virtual machines beside kata. */
export const openShiftVirtualization = section112('1.5 OpenShift Virtualization');

/** OSC 1.12 §4.2: what must be gone before a KataConfig can go. */
export const deletingKataConfig = section112('4.2 Deleting the KataConfig custom resource');

/** OSC 1.12 §3.3: the manifest and what creating it does. */
export const creatingKataConfig = section112('3.3 Creating the KataConfig custom resource');

/** OSC 1.12 §6.3: what `logLevel: debug` is for and how to follow the change. */
export const enablingDebugLogs = section112('6.3 Enabling debug logs for CRI-O runtime');

/** OSC 1.12 §8.1: the status fields and messages. */
export const statusMessages = section112('8.1 KataConfig status messages');

/** OSC 1.5 §2.1.2: node eligibility. Not in the 1.12 guide for AWS. */
export const nodeEligibility: DocSection = {
  title: 'OSC 1.5, 2.1.2 Checking whether cluster nodes are eligible',
  url: guide15,
};

/** OSC 1.5 §2.3.2: the KataConfig fields by the command line, with the node selector. */
export const kataConfigByCli: DocSection = {
  title: 'OSC 1.5, 2.3.2 Creating the KataConfig custom resource using the CLI',
  url: guide15,
};

/** Namespace, OperatorGroup and Subscription. */
export const installingOperator = section112('2.2 Installing the OpenShift sandboxed containers Operator');

/** Ports 15150 and 9000. */
export const enablingPorts = section112('3.1 Enabling ports');

/** peer-pods-cm and its keys. */
export const creatingPeerPodsConfigMap = section112('3.2 Creating the peer pods config map');

const guide110 =
  'https://docs.redhat.com/en/documentation/openshift_sandboxed_containers/1.10/html/deploying_openshift_sandboxed_containers';

/** The same on Azure. The guide for 1.12 that was read is that for AWS. */
export const peerPodsConfigMapOnAzure: DocSection = {
  title: 'OSC 1.10, 4.4 Creating the peer pods config map (Azure)',
  url: `${guide110}/creating-peer-pods-cm_azure-osc`,
};

/** The same on Google Cloud. */
export const peerPodsConfigMapOnGoogleCloud: DocSection = {
  title: 'OSC 1.10, 5.4 Creating the peer pods config map (Google Cloud)',
  url: `${guide110}/creating-peer-pods-cm_gc-osc`,
};

/** PeerPodConfig.spec.limit; PEERPODS_LIMIT_PER_NODE replaces it. */
export const modifyingVmLimit = section112('3.3.1 Modifying the number of peer pod VMs per node');

/** The image job and where its result shows. */
export const verifyingImage = section112('3.4 Verifying the pod VM image');

/** The annotation with the agent policy. */
export const customizingAgentPolicy = section112('3.5 Customizing the Kata Agent policy');

/** The pull secret for images of pod VMs in registries that want a login. */
export const pullSecretForPeerPods = section112('3.6 Configuring a pull secret for peer pods');

/** The annotation with another pod VM image. */
export const selectingImage = section112('3.7 Selecting a custom peer pod VM image');

/** runtimeClassName and the annotations for the instance type. */
export const configuringWorkload = section112('3.8 Configuring your workload');

/** Why the image id must be empty before KataConfig is created again. */
export const verifyingEmptyImageId = section112('4.3 Verifying empty peer pod image ID');

/** The five steps of an update, with peer pods. */
export const updating = section112('4 Update');

/** By the Subscription. */
export const updatingOperator = section112('4.1 Updating the OpenShift sandboxed containers Operator');

/** KataConfig again, at the end of an update. */
export const recreatingKataConfig = section112('4.4 Creating the KataConfig custom resource');

/** All of the uninstall. */
export const uninstalling = section112('5 Uninstall');

/** Pods first. */
export const deletingWorkloadPods = section112('5.1 Deleting workload pods');

/** Then the KataConfig, when it is not to come back. */
export const removingKataConfig = section112('5.2 Deleting the KataConfig custom resource');

/** Then the operator. */
export const uninstallingOperator = section112('5.3 Uninstalling the OpenShift sandboxed containers Operator');

/** Then the kind. */
export const deletingCrd = section112('5.4 Deleting the KataConfig CRD');
