{{- /* The facts of files/services.yaml. */ -}}
{{- define "larksong.facts" -}}
{{ .Files.Get "files/services.yaml" }}
{{- end -}}

{{- /* Labels that select the pods of a component: (list root component). */ -}}
{{- define "larksong.selector" -}}
app.kubernetes.io/name: larksong
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "larksong.labels" -}}
{{ include "larksong.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ (index . 0).Chart.Name }}-{{ (index . 0).Chart.Version | replace "+" "_" }}
{{- end -}}

{{- /* The image of a service: (list root service). */ -}}
{{- define "larksong.image" -}}
{{- $root := index . 0 -}}
{{- $own := (index $root.Values (index . 1)).image -}}
{{- $registry := $root.Values.image.registry -}}
{{- $tag := $root.Values.image.tag | default $root.Chart.AppVersion -}}
{{- $own | default (printf "%slarksong/%s:%s" (empty $registry | ternary "" (printf "%s/" $registry)) (index . 1) $tag) -}}
{{- end -}}

{{- /* A setting as text. Helm reads numbers as floats, which it would print as 8.589934592e+09. */ -}}
{{- define "larksong.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- end -}}

{{- /* The environment of a service: (list root service facts). */ -}}
{{- define "larksong.environment" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $facts := index . 2 -}}
{{- $service := index $root.Values $name -}}
{{- $plain := dict "HOST" "0.0.0.0" "PORT" $facts.port "PUBLIC_URL" $root.Values.publicUrl "LARKSONG_VERSION" ($root.Values.image.tag | default $root.Chart.AppVersion) -}}
{{- range $facts.calls -}}
{{- $port := (index (include "larksong.facts" $root | fromYaml) .).port -}}
{{- $_ := set $plain (printf "%s_URL" (upper .)) (printf "http://%s-%s:%v" $root.Release.Name . $port) -}}
{{- end -}}
{{- if has "storage" $facts.reaches -}}
{{- with $root.Values.storage -}}
{{- $_ := merge $plain (dict "S3_ENDPOINT" .endpoint "S3_BUCKET" .bucket "S3_REGION" .region "S3_METRICS_URL" .metricsUrl) -}}
{{- end -}}
{{- end -}}
{{- range $setting, $value := merge (deepCopy ($facts.fixed | default dict)) $plain $service.settings }}
- name: {{ $setting }}
  value: {{ include "larksong.text" $value | quote }}
{{- end }}
{{- $secret := $service.secretName | default (printf "%s-%s" $root.Release.Name $name) }}
{{- range $setting := concat $facts.secrets ($facts.mayHave | default list) }}
{{- $other := index ($service.secrets | default dict) $setting | default dict }}
- name: {{ $setting }}
  valueFrom:
    secretKeyRef:
      name: {{ $other.name | default $secret }}
      key: {{ $other.key | default $setting }}
      {{- if and (has $setting ($facts.mayHave | default list)) (not $other.name) }}
      optional: true
      {{- end }}
{{- end }}
{{- end -}}

{{- /* What every pod has, whatever it runs. */ -}}
{{- define "larksong.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
# The images' user is "node", and only a number can be proved not to be root.
securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 }
{{- end -}}

{{- /* The security context of a container with its seccomp profile. */ -}}
{{- define "larksong.hardened" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
seccompProfile: {{ toJson . }}
{{- end -}}

{{- /* The name of the transcoders' seccomp profile on the nodes. */ -}}
{{- define "larksong.profile" -}}
{{ .Values.transcoder.sandbox.profile | default "larksong/transcoder.json" }}
{{- end -}}
