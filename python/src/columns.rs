//! Columns of strings, bytes and numbers that Python passes: Arrow arrays, tables and streams, or lists.
//!
//! Arrow data can come from any library, and is unchecked. Every array is validated before any
//! of its rows is read, strings are read as bytes, and a panic in the Arrow crates (for example,
//! because an array lacks the buffers for its type) becomes an exception.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use std::time::{Duration, Instant};

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::ArrowArrayStreamReader;
use arrow_array::types::{
    ArrowPrimitiveType, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, StructArray, make_array,
};
use arrow_data::{ArrayData, layout};
use arrow_pyarrow::FromPyArrow;
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{not_a, url_text};

/// Arrow arrays, one after the other.
pub(crate) enum Arrays {
    Listed(std::vec::IntoIter<ArrayData>),
    Streamed(ArrowArrayStreamReader),
}

impl Arrays {
    /// Reads anything that implements the Arrow PyCapsule interface, or returns `None`
    /// for an object that does not.
    ///
    /// The Arrow crates can only import streams of tables. A stream of strings is therefore
    /// imported as a table with one column (`to_frame` in polars and pandas) or as its arrays
    /// (`chunks` in pyarrow).
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Arrays>> {
        if object.hasattr("__arrow_c_array__")? {
            return Ok(Some(Arrays::Listed(vec![imported(object)?].into_iter())));
        }
        if object.hasattr("chunks")? && object.hasattr("__arrow_c_stream__")? {
            let chunks = object.getattr("chunks")?;
            let arrays = chunks.try_iter()?.map(|chunk| imported(&chunk?));
            let arrays = arrays.collect::<PyResult<Vec<_>>>()?;
            return Ok(Some(Arrays::Listed(arrays.into_iter())));
        }
        let object = match object.getattr_opt("to_frame")? {
            Some(to_frame) => &without_index(&to_frame.call0()?)?,
            None => object,
        };
        if !object.hasattr("__arrow_c_stream__")? {
            return Ok(None);
        }
        let stream = sound(|| ArrowArrayStreamReader::from_pyarrow_bound(object))??;
        Ok(Some(Arrays::Streamed(stream)))
    }
}

/// Returns a pandas frame with its rows numbered from 0, because it would otherwise export its
/// index as another column. Returns any other object as it is.
pub(crate) fn without_index<'py>(frame: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let Some(reset) = frame.getattr_opt("reset_index")? else {
        return Ok(frame.clone());
    };
    let options = PyDict::new(frame.py());
    options.set_item("drop", true)?;
    reset.call((), Some(&options))
}

/// Imports the array from an object that has `__arrow_c_array__`.
fn imported(object: &Bound<'_, PyAny>) -> PyResult<ArrayData> {
    let array = sound(|| ArrayData::from_pyarrow_bound(object))??;
    // A capsule that was consumed before contains an array without buffers.
    let buffers = layout(array.data_type()).buffers.len();
    if array.buffers().len() < buffers {
        return Err(not_sound());
    }
    Ok(array)
}

impl Iterator for Arrays {
    type Item = PyResult<ArrayData>;

    fn next(&mut self) -> Option<PyResult<ArrayData>> {
        match self {
            Arrays::Listed(arrays) => arrays.next().map(Ok),
            Arrays::Streamed(stream) => match sound(|| stream.next()) {
                Ok(batch) => batch.map(|batch| match batch {
                    Ok(batch) => Ok(StructArray::from(batch).into_data()),
                    Err(error) => Err(PyValueError::new_err(error.to_string())),
                }),
                Err(error) => Some(Err(error)),
            },
        }
    }
}

/// A column of strings or bytes.
pub(crate) enum Column {
    Bytes(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    Null(usize),
    /// Distinct strings in `values`. Each row is the index of its string.
    Dictionary {
        rows: ArrayRef,
        keys: Vec<usize>,
        values: Box<Column>,
    },
}

impl Column {
    /// Validates and reads an array that was passed as the argument `name`. A table with one
    /// column is treated as that column.
    pub(crate) fn of(name: &str, data: ArrayData) -> PyResult<Column> {
        // Arrow for Java, and so Spark 4.0, omits the offsets of an empty array.
        if data.is_empty() {
            return match readable(data.data_type()) {
                true => Ok(Column::Null(0)),
                false => Err(unreadable(name, data.data_type())),
            };
        }
        sound(|| Column::of_array(name, make_array(data)))?
    }

    /// Strings become bytes before they are validated, because they may be invalid UTF-8.
    fn of_array(name: &str, array: ArrayRef) -> PyResult<Column> {
        Ok(match array.data_type() {
            DataType::Utf8 => Column::Bytes(valid(name, array.as_string::<i32>().clone().into())?),
            DataType::LargeUtf8 => {
                Column::Large(valid(name, array.as_string::<i64>().clone().into())?)
            }
            DataType::Utf8View => Column::View(valid(
                name,
                array.as_string_view().clone().to_binary_view(),
            )?),
            DataType::Binary => Column::Bytes(valid(name, array.as_binary().clone())?),
            DataType::LargeBinary => Column::Large(valid(name, array.as_binary().clone())?),
            DataType::BinaryView => Column::View(valid(name, array.as_binary_view().clone())?),
            DataType::Null => Column::Null(array.len()),
            DataType::Dictionary(..) => {
                let array = valid(name, array)?;
                let dictionary = array.as_any_dictionary();
                if dictionary.values().is_empty() {
                    return Ok(Column::Null(array.len()));
                }
                Column::Dictionary {
                    keys: dictionary.normalized_keys(),
                    values: Box::new(Column::of_array(name, dictionary.values().clone())?),
                    rows: array,
                }
            }
            DataType::Struct(_) => match array.as_struct().columns() {
                [column] if array.null_count() == 0 && !column.data_type().is_nested() => {
                    Column::of_array(name, column.clone())?
                }
                _ => return Err(unreadable(name, array.data_type())),
            },
            other => return Err(unreadable(name, other)),
        })
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Column::Bytes(array) => array.len(),
            Column::Large(array) => array.len(),
            Column::View(array) => array.len(),
            Column::Null(rows) => *rows,
            Column::Dictionary { keys, .. } => keys.len(),
        }
    }

    pub(crate) fn value(&self, row: usize) -> Option<&[u8]> {
        match self {
            Column::Bytes(array) => array.is_valid(row).then(|| array.value(row)),
            Column::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Column::View(array) => array.is_valid(row).then(|| array.value(row)),
            Column::Null(_) => None,
            Column::Dictionary { rows, keys, values } => match rows.is_valid(row) {
                true => values.value(keys[row]),
                false => None,
            },
        }
    }
}

fn valid<A: Array>(name: &str, array: A) -> PyResult<A> {
    match array.to_data().validate_full() {
        Ok(()) => Ok(array),
        Err(error) => Err(PyValueError::new_err(format!(
            "{name} is not a valid Arrow array: {error}"
        ))),
    }
}

/// Returns `true` if a column of this type contains strings, or is a table with one such column.
fn readable(data_type: &DataType) -> bool {
    match data_type {
        DataType::Struct(fields) => match &**fields {
            [field] => !field.data_type().is_nested() && readable(field.data_type()),
            _ => false,
        },
        DataType::Dictionary(_, values) => readable(values),
        _ => matches!(
            data_type,
            DataType::Utf8
                | DataType::LargeUtf8
                | DataType::Utf8View
                | DataType::Binary
                | DataType::LargeBinary
                | DataType::BinaryView
                | DataType::Null
        ),
    }
}

fn unreadable(name: &str, data_type: &DataType) -> PyErr {
    let kind = type_name(data_type);
    PyTypeError::new_err(format!(
        "{name} must be an Arrow array of strings, or a table of one such column, not {kind}"
    ))
}

/// Returns pyarrow's name for a type, without parameters: `int64`, `struct`.
pub(crate) fn type_name(data_type: &DataType) -> String {
    let name = data_type.to_string();
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric());
    name[..end.unwrap_or(name.len())].to_ascii_lowercase()
}

/// Reads a column of integers. Floating point is accepted because pandas uses it for
/// integers with missing values: NaN is null, and a number with a fraction becomes -1.
pub(crate) fn integers(name: &str, data: ArrayData) -> PyResult<Vec<Option<i64>>> {
    fn read<T: ArrowPrimitiveType>(
        array: &ArrayRef,
        to: impl Fn(T::Native) -> Option<i64>,
    ) -> Vec<Option<i64>> {
        let array = array.as_primitive::<T>();
        array.iter().map(|value| value.and_then(&to)).collect()
    }
    sound(|| {
        let array = valid(name, make_array(data))?;
        Ok(match array.data_type() {
            DataType::Int8 => read::<Int8Type>(&array, |value| Some(value.into())),
            DataType::Int16 => read::<Int16Type>(&array, |value| Some(value.into())),
            DataType::Int32 => read::<Int32Type>(&array, |value| Some(value.into())),
            DataType::Int64 => read::<Int64Type>(&array, Some),
            DataType::UInt8 => read::<UInt8Type>(&array, |value| Some(value.into())),
            DataType::UInt16 => read::<UInt16Type>(&array, |value| Some(value.into())),
            DataType::UInt32 => read::<UInt32Type>(&array, |value| Some(value.into())),
            DataType::UInt64 => read::<UInt64Type>(&array, |value| {
                Some(i64::try_from(value).unwrap_or(i64::MAX))
            }),
            DataType::Float64 => read::<Float64Type>(&array, |value| {
                let whole = value.fract() == 0.0;
                (!value.is_nan()).then_some(if whole { value as i64 } else { -1 })
            }),
            DataType::Null => vec![None; array.len()],
            other => {
                let kind = type_name(other);
                return Err(PyTypeError::new_err(format!(
                    "{name} must be integers, not {kind}"
                )));
            }
        })
    })?
}

/// URLs as Arrow arrays of strings. A table with one column is treated as that column.
pub(crate) struct Urls(Arrays);

impl<'a, 'py> FromPyObject<'a, 'py> for Urls {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match Arrays::of(&without_index(&object)?)? {
            Some(Arrays::Streamed(stream)) => {
                let table = DataType::Struct(stream.schema_fields());
                match readable(&table) {
                    true => Ok(Urls(Arrays::Streamed(stream))),
                    false => Err(unreadable("urls", &table)),
                }
            }
            Some(arrays) => Ok(Urls(arrays)),
            None => Err(not_a("urls", "an Arrow array of strings", &object)),
        }
    }
}

/// The fields of a stream of tables.
trait SchemaFields {
    fn schema_fields(&self) -> arrow_schema::Fields;
}

impl SchemaFields for ArrowArrayStreamReader {
    fn schema_fields(&self) -> arrow_schema::Fields {
        arrow_array::RecordBatchReader::schema(self)
            .fields()
            .clone()
    }
}

impl Urls {
    /// Visits all URLs while other Python threads run. Invalid UTF-8 is percent-encoded.
    pub(crate) fn visit(
        self,
        py: Python<'_>,
        mut visit: impl FnMut(Option<&str>) + Send,
    ) -> PyResult<()> {
        py.detach(|| {
            let mut signals = Signals::new();
            for array in self.0 {
                let column = Column::of("urls", array?)?;
                for row in 0..column.len() {
                    signals.check()?;
                    visit(column.value(row).map(url_text).as_deref());
                }
            }
            Ok(())
        })
    }
}

/// Lets Python handle signals, for example from Ctrl-C, during a long batch.
pub(crate) struct Signals {
    rows: u32,
    last: Instant,
}

impl Signals {
    const EVERY: Duration = Duration::from_millis(50);
    /// Reading the clock for each row would cost as much as a query.
    const ROWS: u32 = 8;

    pub(crate) fn new() -> Signals {
        Signals {
            rows: 0,
            last: Instant::now(),
        }
    }

    /// Must be called for each row. Fails if a handler raises an exception.
    pub(crate) fn check(&mut self) -> PyResult<()> {
        self.rows = self.rows.wrapping_add(1);
        if self.rows % Self::ROWS == 0 && self.last.elapsed() >= Self::EVERY {
            Python::attach(|py| py.check_signals())?;
            self.last = Instant::now();
        }
        Ok(())
    }
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs code that panics if an Arrow array lacks parts of its type or was already
/// consumed, and turns the panic into an exception without printing it.
fn sound<T>(look: impl FnOnce() -> T) -> PyResult<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                print(panic);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(look));
    QUIET.set(false);
    result.map_err(|_| not_sound())
}

fn not_sound() -> PyErr {
    PyValueError::new_err("this is not a valid Arrow array, or it was already consumed")
}
