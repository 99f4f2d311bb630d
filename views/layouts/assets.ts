import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Where the files of `public/` are. Who renders says it, as the address changes with them. */
export const AssetsFolder = createContext('/assets');

/** Gives the address of a file of `public/`. */
export const useAssets = (): ((file: string) => string) => {
  const folder = useContext(AssetsFolder);
  return (file) => `${folder}/${file}`;
};
