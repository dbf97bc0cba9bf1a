import { Upload } from 'lucide-react';

import { FileButton } from '../../../ui/file-button.tsx';

interface UploadButtonProps {
  text: string;
  /** Names what the file belongs to, for screen readers. */
  label: string;
  accept: string;
  busy: boolean;
  onChoose: (file: File) => void;
}

/** A button that uploads a file for a name. */
export function UploadButton({ text, label, ...rest }: UploadButtonProps) {
  return (
    <FileButton {...rest} label={label}>
      {!rest.busy && <Upload className="icon" aria-hidden />}
      {text}
    </FileButton>
  );
}
