#!/usr/bin/env bash
# Peer pod ports on demo (AWS), based on cluster data from 2026-11-20 10:41 UTC.
# Review this script. Then run it on a computer where you're logged in to the cloud provider.
# OSC 1.12, 3.1 Enabling ports: https://docs.redhat.com/en/documentation/openshift_sandboxed_containers/1.12/html-single/deploying_openshift_sandboxed_containers_on_aws/index
#
# 15150/tcp: connection from the shim on the node to the agent in the pod VM.
# 9000/tcp and 9000/udp: tunnel for the pod network. The OSC documentation opens this port for TCP, but VXLAN uses UDP (RFC 7348), so the script opens both.
# Opens the ports only between members of the same security group.
# Requires the AWS CLI, logged in to the cluster's AWS account.
set -euo pipefail

# Instance ID of worker node worker-0.
INSTANCE_ID=i-0123456789abcdef0
# Cluster region.
AWS_REGION=us-east-2

# Security groups of this worker node. AWS_SG_IDS in peer-pods-cm should list the same groups, comma-separated.
groups=$(aws ec2 describe-instances --instance-ids "$INSTANCE_ID" \
  --query 'Reservations[*].Instances[*].SecurityGroups[*].GroupId' \
  --output text --region "$AWS_REGION")

# Security groups for the pod VMs (AWS_SG_IDS in peer-pods-cm).
pod_vm_groups=sg-0123456789abcdef0
common=
for group in ${pod_vm_groups//,/ }; do
  if grep -qw -- "$group" <<<"$groups"; then common=$group; fi
done
if [[ -z $common ]]; then
  echo "Warning: the worker node isn't in any of these security groups: $pod_vm_groups. Worker nodes might not be able to reach the pod VMs. Check AWS_SG_IDS in peer-pods-cm." >&2
fi

# open_port GROUP PORT PROTOCOL: opens the port. If the port is already open, the script continues.
open_port() {
  local answer
  if answer=$(aws ec2 authorize-security-group-ingress --group-id "$1" --protocol "$3" --port "$2" \
    --source-group "$1" --region "$AWS_REGION" 2>&1); then
    echo "$1: opened port $2/$3"
  elif [[ $answer == *InvalidPermission.Duplicate* ]]; then
    echo "$1: port $2/$3 is already open"
  else
    printf '%s\n' "$answer" >&2
    return 1
  fi
}

for group in $groups; do
  open_port "$group" 15150 tcp
  open_port "$group" 9000 tcp
  open_port "$group" 9000 udp
done

# To test the connection from a worker node to a pod VM, replace NODE and IP, and run this command:
# oc debug node/NODE -- bash -c 'timeout 3 bash -c "</dev/tcp/IP/15150"; echo "Port 15150 of IP: exit code $?"'
# To explain the output, run Explain Status in VS Code, or osc-tools explain.
# Exit code 0: the port is open. Exit code 124: a firewall drops the packets. "Connection refused": the pod VM is reachable, but no process listens on the port. "No route to host": the node has no route to the network of the pod VM.
