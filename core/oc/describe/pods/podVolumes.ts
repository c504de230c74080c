/** Describes the volumes of a pod. Source: kubernetes/kubectl pkg/describe/describe.go (describeVolumes). */
import {
  getBoolean,
  getList,
  getMap,
  getString,
  getStringMap,
  getValue,
  isJsonObject,
  type JsonObject,
} from '#core/common/json.ts';
import { describeFields, formatValue } from '../describeFields.ts';
import { maxAnnotation, takeBytes } from '../describeMetadata.ts';
import type { DescribeWriter } from '../describeWriter.ts';
import { formatQuantity } from '../formatQuantity.ts';

/** A row: the title, the field, and the text if the field is missing. */
type Row = readonly [title: string, field: string, missing: string];

interface VolumeForm {
  readonly type: string;
  readonly rows: readonly Row[];
}

const readOnly: Row = ['ReadOnly', 'readOnly', 'false'];
const optional: Row = ['Optional', 'optional', 'false'];

/** Volumes whose fields are strings, numbers, and booleans, by the name of the field. */
const forms: Readonly<Record<string, VolumeForm>> = {
  hostPath: {
    type: 'HostPath (bare host directory volume)',
    rows: [
      ['Path', 'path', ''],
      ['HostPathType', 'type', '<none>'],
    ],
  },
  secret: { type: 'Secret (a volume populated by a Secret)', rows: [['SecretName', 'secretName', ''], optional] },
  configMap: { type: 'ConfigMap (a volume populated by a ConfigMap)', rows: [['Name', 'name', ''], optional] },
  nfs: {
    type: 'NFS (an NFS mount that lasts the lifetime of a pod)',
    rows: [['Server', 'server', ''], ['Path', 'path', ''], readOnly],
  },
  persistentVolumeClaim: {
    type: 'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
    rows: [['ClaimName', 'claimName', ''], readOnly],
  },
  image: {
    type: 'Image (a container image or OCI artifact)',
    rows: [
      ['Reference', 'reference', ''],
      ['PullPolicy', 'pullPolicy', ''],
    ],
  },
  awsElasticBlockStore: {
    type: 'AWSElasticBlockStore (a Persistent Disk resource in AWS)',
    rows: [['VolumeID', 'volumeID', ''], ['FSType', 'fsType', ''], ['Partition', 'partition', '0'], readOnly],
  },
  gcePersistentDisk: {
    type: 'GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)',
    rows: [['PDName', 'pdName', ''], ['FSType', 'fsType', ''], ['Partition', 'partition', '0'], readOnly],
  },
  azureFile: {
    type: 'AzureFile (an Azure File Service mount on the host and bind mount to the pod)',
    rows: [['SecretName', 'secretName', ''], ['ShareName', 'shareName', ''], readOnly],
  },
};

/** Adds the volumes of a pod. */
export function describeVolumes(writer: DescribeWriter, volumes: readonly unknown[]): void {
  writer.line(0, `Volumes:${volumes.length === 0 ? '\t<none>' : ''}`);
  for (const volume of volumes) {
    writer.line(1, `${getString(volume, 'name') ?? ''}:`);
    const [source] = Object.keys(getMap(volume)).filter((field) => isJsonObject(getValue(volume, field)));
    if (source === undefined) writer.line(1, '<unknown>');
    else describeSource(writer, source, getMap(volume, source));
  }
}

function describeSource(writer: DescribeWriter, name: string, source: JsonObject): void {
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (form !== undefined) {
    writer.line(2, `Type:\t${form.type}`);
    describeRows(writer, form.rows, source);
    return;
  }
  switch (name) {
    case 'emptyDir':
      return describeEmptyDir(writer, source);
    case 'projected':
      return describeProjected(writer, source);
    case 'downwardAPI':
      return describeDownwardApi(writer, source);
    case 'csi':
      return describeCsi(writer, source);
    default:
      // Forms of kubectl that are rare on OpenShift, such as iSCSI, aren't copied.
      writer.line(2, `Type:\t${name}`);
      return describeFields(writer, source, 2);
  }
}

function describeRows(writer: DescribeWriter, rows: readonly Row[], source: unknown): void {
  for (const [title, field, missing] of rows) {
    const value = getValue(source, field);
    writer.field(2, title, value === undefined ? missing : formatValue(value));
  }
}

function describeEmptyDir(writer: DescribeWriter, source: JsonObject): void {
  writer.line(2, "Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)");
  const limit = formatQuantity(source['sizeLimit']);
  describeRows(writer, [['Medium', 'medium', '']], source);
  writer.line(2, `SizeLimit:\t${limit === '' || limit === '0' ? '<unset>' : limit}`);
}

function describeProjected(writer: DescribeWriter, volume: JsonObject): void {
  writer.line(2, 'Type:\tProjected (a volume that contains injected data from multiple sources)');
  for (const source of getList(volume, 'sources')) {
    const { secret, downwardAPI, configMap, serviceAccountToken } = getMap(source);
    if (isJsonObject(secret)) describeRows(writer, [['SecretName', 'name', ''], optional], secret);
    else if (isJsonObject(downwardAPI)) writer.line(2, 'DownwardAPI:\ttrue');
    else if (isJsonObject(configMap)) describeRows(writer, [['ConfigMapName', 'name', ''], optional], configMap);
    else if (isJsonObject(serviceAccountToken))
      describeRows(writer, [['TokenExpirationSeconds', 'expirationSeconds', '3600']], serviceAccountToken);
  }
}

function describeDownwardApi(writer: DescribeWriter, volume: JsonObject): void {
  writer.line(2, 'Type:\tDownwardAPI (a volume populated by information about the pod)');
  writer.line(2, 'Items:');
  for (const item of getList(volume, 'items')) {
    const from = getString(item, 'fieldRef', 'fieldPath') ?? getString(item, 'resourceFieldRef', 'resource');
    if (from !== undefined) writer.line(3, `${from} -> ${getString(item, 'path') ?? ''}`);
  }
}

function describeCsi(writer: DescribeWriter, source: JsonObject): void {
  writer.line(2, 'Type:\tCSI (a Container Storage Interface (CSI) volume source)');
  writer.field(2, 'Driver', getString(source, 'driver') ?? '');
  writer.field(2, 'FSType', getString(source, 'fsType') ?? '');
  writer.line(2, `ReadOnly:\t${getBoolean(source, 'readOnly') === true}`);
  const attributes = Object.entries(getStringMap(source, 'volumeAttributes')).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  if (attributes.length === 0) writer.line(2, 'VolumeAttributes:\t<none>');
  for (const [index, [key, value]] of attributes.entries())
    writer.line(2, `${index === 0 ? 'VolumeAttributes:' : '    '}\t    ${takeBytes(`${key}=${value}`, maxAnnotation)}`);
}
