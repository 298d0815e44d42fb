/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CMD_VERSION_H
#define CMD_VERSION_H

#define FSATLAS_VERSION "0.1.0"

#endif
