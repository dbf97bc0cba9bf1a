import { Upload } from 'lucide-react';

import { FileButton } from '../../../ui/file-button.tsx';

interface UploadButtonProps {
  text: string;
  /** The name that the file belongs to, for screen readers. */
  of: string;
  accept: string;
  busy: boolean;
  onChoose: (file: File) => void;
}

/** A button that uploads a file for a name. */
export function UploadButton({ text, of, ...rest }: UploadButtonProps) {
  return (
    <FileButton {...rest} label={`${text} of ${of}`}>
      {!rest.busy && <Upload className="icon" aria-hidden />}
      {text}
    </FileButton>
  );
}
